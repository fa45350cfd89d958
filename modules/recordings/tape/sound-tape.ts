import { access, type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { SOUND_PACKET_MAX } from '../../protocol/sound.ts';
import { writeAll } from './tape-file.ts';
import { framesPath, soundPath } from './tape-folder.ts';

/**
 * A dream's sound, in a file of its own next to the frames: one record a packet, append-only. Record, 16 bytes plus the
 * packet, big-endian: length (uint32) · time on the tape (float64, ms since the epoch on the relay's clock) · CRC-32 of
 * the 12 bytes before it and the packet (uint32).
 */
const HEADER_BYTES = 16;
const FLUSH_MS = 250;
/** Sound that waits for a slow or full disk: over a minute. Packets after that aren't recorded. */
const MAX_QUEUED_BYTES = 1024 * 1024;

export interface TapeSound {
  /** ms since the epoch on the relay's clock, as frames have it */
  at: number;
  /** one Opus packet */
  bytes: Buffer;
}

function record(bytes: Uint8Array, at: number): Buffer {
  const made = Buffer.allocUnsafe(HEADER_BYTES + bytes.byteLength);
  made.writeUInt32BE(bytes.byteLength, 0);
  made.writeDoubleBE(at, 4);
  made.set(bytes, HEADER_BYTES);
  made.writeUInt32BE(crc32(made.subarray(HEADER_BYTES), crc32(made.subarray(0, 12))), 12);
  return made;
}

/** Records the sound of the tape in this folder. A failing disk costs sound, never frames. */
export function createSoundTape(dir: string, hasRoom: () => Promise<boolean> = async () => true) {
  let queue: Buffer[] = [];
  let queued = 0;
  let written = 0;
  let isRagged = false;
  let file: FileHandle | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (queue.length === 0) return;
    // The frames come first: they create the folder.
    if (!(await hasRoom())) return;
    if (!file) await access(framesPath(dir));
    file ??= await open(soundPath(dir), 'ax');
    if (isRagged) await file.truncate(written);
    isRagged = false;
    const batch = queue;
    const { fault } = await writeAll(file, batch);
    isRagged = fault !== null;
    if (fault) throw fault;
    for (const { length } of batch) written += length;
    queue = queue.slice(batch.length);
    queued = queue.reduce((sum, { length }) => sum + length, 0);
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write).catch(() => {});
    return writing;
  }

  return {
    /** bytes of complete records in the file */
    get bytes() {
      return written;
    },
    append(bytes: Uint8Array, at: number): void {
      if (queued > MAX_QUEUED_BYTES) return;
      const made = record(bytes, at);
      queue = [...queue, made];
      queued += made.length;
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    async close(): Promise<void> {
      await flush();
      await file?.datasync().catch(() => {});
      await file?.close().catch(() => {});
    },
  };
}

/**
 * Reads a tape's sound, up to the first record that is torn or damaged.
 * @returns an empty list if it has none
 */
export async function readSoundTape(dir: string): Promise<TapeSound[]> {
  const file = await open(soundPath(dir)).catch(() => null);
  const bytes = await file?.readFile();
  await file?.close();
  const found: TapeSound[] = [];
  for (let at = 0; bytes && at + HEADER_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const packet = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
    const time = bytes.readDoubleBE(at + 4);
    const sum = crc32(packet, crc32(bytes.subarray(at, at + 12)));
    const isWhole = length > 0 && length <= SOUND_PACKET_MAX && packet.length === length;
    if (!isWhole || sum !== bytes.readUInt32BE(at + 12) || !Number.isFinite(time)) break;
    found.push({ at: time, bytes: packet });
    at += HEADER_BYTES + length;
  }
  return found;
}

/** Copies the sound between two times on the tape to another tape. */
export async function cutSoundTape(
  from: string,
  to: string,
  span: { from: number; to: number },
): Promise<void> {
  const part = (await readSoundTape(from)).filter(({ at }) => at >= span.from && at <= span.to);
  if (part.length === 0) return;
  const file = await open(soundPath(to), 'ax');
  try {
    const { fault } = await writeAll(
      file,
      part.map(({ at, bytes }) => record(bytes, at)),
    );
    if (fault) throw fault;
    await file.datasync();
  } finally {
    await file.close();
  }
}
