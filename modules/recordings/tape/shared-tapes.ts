import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../kit/log.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import type { Tape } from './tape.ts';
import { framesPath, metaPath, soundPath, tapeFolder } from './tape-folder.ts';

/** If a node dies, a recording loses at most this much plus the upload time. */
const SEGMENT_MS = 4_000;
/** After a storage outage, pending data is sent in parts of this size. */
const MAX_SEGMENT_BYTES = 16 * 1024 * 1024;
/** Zero-padded, so that names sort by offset. */
const OFFSET_DIGITS = 14;

/** A file of a tape, sent in segments. */
interface Part {
  pathIn(tapeDir: string): string;
  /** start of its segments' names */
  prefix: string;
}
const FRAMES: Part = { pathIn: framesPath, prefix: '' };
/** Absent if the dream has no sound. */
const SOUND: Part = { pathIn: soundPath, prefix: 'sound-' };

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
  const segmentPrefix = (dreamId: string, part: Part) => prefix(dreamId) + part.prefix;
  const metaKey = (dreamId: string) => `${prefix(dreamId)}meta.json`;

  /** Keys of a part's segments, in order. */
  async function segmentsOf(dreamId: string, part: Part): Promise<string[]> {
    const start = segmentPrefix(dreamId, part);
    return (await storage.list(prefix(dreamId))).filter(
      (key) => key.startsWith(start) && /^\d+$/.test(key.slice(start.length)),
    );
  }

  const localPath = (dreamId: string, part: Part) => part.pathIn(tapeFolder(tapesDir, dreamId));

  /** Uploads a range of a part's bytes. @returns the offset reached */
  async function send(dreamId: string, part: Part, from: number, to: number): Promise<number> {
    if (from >= to) return from;
    const file = await open(localPath(dreamId, part));
    try {
      for (let at = from; at < to; ) {
        const bytes = Buffer.alloc(Math.min(MAX_SEGMENT_BYTES, to - at));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
        if (bytesRead === 0) return at;
        const key = segmentPrefix(dreamId, part) + String(at).padStart(OFFSET_DIGITS, '0');
        await storage.put(key, bytes.subarray(0, bytesRead), 'application/octet-stream');
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

  /** Bytes of a part already in storage. */
  async function storedBytes(dreamId: string, part: Part): Promise<number> {
    const last = (await segmentsOf(dreamId, part)).at(-1);
    if (!last) return 0;
    const offset = Number(last.slice(segmentPrefix(dreamId, part).length));
    return offset + ((await storage.stat(last))?.size ?? 0);
  }

  const localBytes = (dreamId: string, part: Part) =>
    stat(localPath(dreamId, part)).then(
      ({ size }) => size,
      () => 0,
    );

  /** Downloads a part's segments, if it has any and isn't here already. */
  async function bringPart(dreamId: string, part: Part): Promise<void> {
    if ((await localBytes(dreamId, part)) > 0) return;
    const path = localPath(dreamId, part);
    const partial = `${path}.partial`;
    await rm(partial, { force: true });
    const segments = await segmentsOf(dreamId, part);
    for (const key of segments) {
      const found = await storage.open(key);
      if (!found) throw new Error(`${key} vanished during the download`);
      await pipeline(Readable.fromWeb(found.stream as never), createWriteStream(partial, { flags: 'a' }));
    }
    if (segments.length > 0) await rename(partial, path);
  }

  return {
    /** Uploads a tape's segments until it is closed. Whatever the storage didn't accept is left to `complete`. */
    follow(tape: Tape): Tape {
      const dreamId = tape.sessionId;
      let sent = 0;
      let sentSound = 0;
      let sending: Promise<void> | null = null;
      async function sendNew(): Promise<void> {
        try {
          if (sent === 0) await sendMeta(dreamId);
          sent = await send(dreamId, FRAMES, sent, tape.bytes);
          sentSound = await send(dreamId, SOUND, sentSound, tape.soundBytes);
        } catch (error) {
          log.warn('the storage isn’t accepting a recording yet', { dream: dreamId, error });
        }
      }
      const timer = setInterval(() => {
        if (tape.bytes === sent && tape.soundBytes === sentSound) return;
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
     * Uploads the rest of an ended dream's tape, then deletes the local files. @throws while the storage is unavailable
     */
    async complete(dreamId: string): Promise<void> {
      for (const part of [FRAMES, SOUND]) {
        const bytes = await localBytes(dreamId, part);
        if (bytes === 0) continue;
        const stored = await storedBytes(dreamId, part);
        if (stored === 0 && part === FRAMES) await sendMeta(dreamId).catch(nullWhenAbsent);
        await send(dreamId, part, stored, bytes);
      }
      for (const part of [SOUND, FRAMES]) await rm(localPath(dreamId, part), { force: true });
    },

    /** Downloads a tape's stored segments, unless there is a local tape. */
    async bring(dreamId: string): Promise<void> {
      if ((await localBytes(dreamId, FRAMES)) > 0) return;
      if ((await segmentsOf(dreamId, FRAMES)).length === 0) return;
      const dir = tapeFolder(tapesDir, dreamId);
      await mkdir(dir, { recursive: true });
      const meta = await storage.open(metaKey(dreamId));
      if (meta) await pipeline(Readable.fromWeb(meta.stream as never), createWriteStream(metaPath(dir)));
      // The frames come last: once they are here, the tape is whole.
      await bringPart(dreamId, SOUND);
      await bringPart(dreamId, FRAMES);
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
