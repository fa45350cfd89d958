import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../kit/log.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import type { Tape } from './tape.ts';
import { framesPath, metaPath, tapeFolder } from './tape-folder.ts';

/** If a node dies, a recording loses at most this much plus the upload time. */
const SEGMENT_MS = 4_000;
/** After a storage outage, pending data is sent in parts of this size. */
const MAX_SEGMENT_BYTES = 16 * 1024 * 1024;
/** Zero-padded, so that names sort by offset. */
const OFFSET_DIGITS = 14;

export type SharedTapes = ReturnType<typeof createSharedTapes>;

/**
 * Uploads the tapes of live dreams to the shared storage in segments as they grow, so that another server can make the
 * video. A segment's name is the offset of its first byte.
 */
export function createSharedTapes({
  storage,
  tapesDir,
  log,
}: {
  storage: Storage;
  tapesDir: string;
  log: Log;
}) {
  const prefix = (dreamId: string) => `tapes/${dreamId}/`;
  const segmentKey = (dreamId: string, offset: number) =>
    `${prefix(dreamId)}${String(offset).padStart(OFFSET_DIGITS, '0')}`;
  const metaKey = (dreamId: string) => `${prefix(dreamId)}meta.json`;
  const segmentsOf = async (dreamId: string) =>
    (await storage.list(prefix(dreamId))).filter((key) => key !== metaKey(dreamId));

  /** Uploads a range of the tape's bytes. @returns the offset reached */
  async function send(dreamId: string, from: number, to: number): Promise<number> {
    const file = await open(framesPath(tapeFolder(tapesDir, dreamId)));
    try {
      for (let at = from; at < to; ) {
        const bytes = Buffer.alloc(Math.min(MAX_SEGMENT_BYTES, to - at));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
        if (bytesRead === 0) return at;
        await storage.put(segmentKey(dreamId, at), bytes.subarray(0, bytesRead), 'application/octet-stream');
        at += bytesRead;
      }
      return to;
    } finally {
      await file.close();
    }
  }

  async function sendMeta(dreamId: string): Promise<void> {
    const path = metaPath(tapeFolder(tapesDir, dreamId));
    await storage.put(metaKey(dreamId), { path }, 'application/json');
  }

  /** Bytes of the tape already in storage. */
  async function storedBytes(dreamId: string): Promise<number> {
    const last = (await segmentsOf(dreamId)).at(-1);
    if (!last) return 0;
    return Number(last.slice(prefix(dreamId).length)) + ((await storage.stat(last))?.size ?? 0);
  }

  const localBytes = (dreamId: string) =>
    stat(framesPath(tapeFolder(tapesDir, dreamId))).then(
      ({ size }) => size,
      () => 0,
    );

  return {
    /** Uploads a tape's segments until it is closed. Whatever the storage didn't accept is left to `complete`. */
    follow(tape: Tape): Tape {
      const dreamId = tape.sessionId;
      let sent = 0;
      let sending: Promise<void> | null = null;
      async function sendNew(): Promise<void> {
        try {
          if (sent === 0) await sendMeta(dreamId);
          sent = await send(dreamId, sent, tape.bytes);
        } catch (error) {
          log.warn('the storage isn’t accepting a recording yet', { dream: dreamId, error });
        }
      }
      const timer = setInterval(() => {
        if (tape.bytes === sent) return;
        sending ??= sendNew().finally(() => {
          sending = null;
        });
      }, SEGMENT_MS);
      return Object.create(tape, {
        close: {
          async value() {
            clearInterval(timer);
            await sending;
            return tape.close();
          },
        },
      }) as Tape;
    },

    /**
     * Uploads the rest of an ended dream's tape, then deletes the local file. @throws while the storage is unavailable
     */
    async complete(dreamId: string): Promise<void> {
      const bytes = await localBytes(dreamId);
      if (bytes === 0) return;
      const stored = await storedBytes(dreamId);
      if (stored === 0) await sendMeta(dreamId).catch(nullWhenAbsent);
      if (stored < bytes) await send(dreamId, stored, bytes);
      await rm(framesPath(tapeFolder(tapesDir, dreamId)), { force: true });
    },

    /** Downloads a tape's stored segments, unless there is a local tape. */
    async bring(dreamId: string): Promise<void> {
      if ((await localBytes(dreamId)) > 0) return;
      const dir = tapeFolder(tapesDir, dreamId);
      const segments = await segmentsOf(dreamId);
      if (segments.length === 0) return;
      await mkdir(dir, { recursive: true });
      const partial = `${framesPath(dir)}.partial`;
      await rm(partial, { force: true });
      for (const key of segments) {
        const found = await storage.open(key);
        if (!found) throw new Error(`${key} vanished during the download`);
        await pipeline(Readable.fromWeb(found.stream as never), createWriteStream(partial, { flags: 'a' }));
      }
      const meta = await storage.open(metaKey(dreamId));
      if (meta) await pipeline(Readable.fromWeb(meta.stream as never), createWriteStream(metaPath(dir)));
      await rename(partial, framesPath(dir));
    },

    /** Deletes the segments, once the video is stored or the dream is erased. */
    async remove(dreamId: string): Promise<void> {
      for (const key of await storage.list(prefix(dreamId))) await storage.delete(key);
    },
  };
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
