import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src/kit/errors.ts';
import type { Storage } from '../../src/kit/storage/storage.ts';
import type { Dream } from '../dreams/dreams.ts';
import { type AudioType, audioType } from './audio-type.ts';
import { VOICE_DREAM_MAX_BYTES, VOICE_MAX_BYTES } from './limits.ts';

/** Of one dream: each page that it was spoken to makes a recording of its own. */
const RECORDINGS_MAX = 20;
/** The marks by which audio is known lie in here. */
const HEAD_BYTES = 16;

export interface KeptRecording {
  key: string;
  /** ms since the epoch when it began; '' of a caller who makes only one */
  recording: string;
}

/** A recording as far as it has come, on the disk beside those that are kept. */
export interface WholeRecording {
  path: string;
  size: number;
  type: AudioType;
}

/** In the order in which they began. */
export async function listRecordings(storage: Storage, dreamId: string): Promise<KeptRecording[]> {
  const keys = await storage.list(`dreams/${dreamId}/voice`);
  return keys.map((key) => ({ key, recording: key.match(/\/voice-(\d+)\.\w+$/)?.[1] ?? '' }));
}

/**
 * Puts a part behind the first bytes of the recording that is kept, in a file of its own.
 * @throws AppError 409 when what lies before is not here, 413 when it gets too long, 415 when it is no audio
 */
export async function joinPart(
  storage: Storage,
  earlier: KeptRecording | null,
  offset: number,
  part: { path: string; size: number },
): Promise<WholeRecording> {
  const size = offset + part.size;
  if (size > VOICE_MAX_BYTES) throw tooLarge('recording', VOICE_MAX_BYTES);
  if (offset > 0) await putBefore(storage, earlier, offset, part.path);
  const type = audioType(await readHead(part.path));
  if (!type) throw new AppError(415, 'not-audio', 'This is no audio that can be kept.');
  return { path: part.path, size, type };
}

/**
 * Keeps a recording in place of what was kept of it before.
 * @returns its key and the bytes of all recordings of the dream
 * @throws AppError 413 when the dream has too many, or they get too long
 */
export async function keepRecording(
  storage: Storage,
  dream: Dream,
  recording: string,
  whole: WholeRecording,
  mayKeep: (bytesOfDream: number) => Promise<void>,
): Promise<{ key: string; bytes: number }> {
  const kept = await listRecordings(storage, dream.id);
  const others = kept.filter((one) => one.recording !== recording);
  if (others.length >= RECORDINGS_MAX) {
    throw new AppError(413, 'too-many', `A dream has at most ${RECORDINGS_MAX} recordings.`);
  }
  const sizes = await Promise.all(others.map(async ({ key }) => (await storage.stat(key))?.size ?? 0));
  const bytes = sizes.reduce((sum, size) => sum + size, whole.size);
  if (bytes > VOICE_DREAM_MAX_BYTES) throw tooLarge('dream', VOICE_DREAM_MAX_BYTES);
  await mayKeep(bytes);
  const key = `dreams/${dream.id}/voice${recording && `-${recording}`}.${whole.type.ending}`;
  await storage.put(key, { path: whole.path, move: true }, whole.type.contentType);
  const replaced = kept.find((one) => one.recording === recording);
  if (replaced && replaced.key !== key) await storage.delete(replaced.key);
  return { key, bytes };
}

async function putBefore(
  storage: Storage,
  earlier: KeptRecording | null,
  bytes: number,
  path: string,
): Promise<void> {
  const file = earlier && (await storage.open(earlier.key, { start: 0, end: bytes - 1 }));
  if (!file || file.size < bytes) {
    await file?.stream.cancel();
    throw new AppError(409, 'misplaced-part', 'What lies before this part is not here.');
  }
  const joined = `${path}.joined`;
  try {
    await pipeline(file.stream, createWriteStream(joined, { flags: 'wx' }));
    await pipeline(createReadStream(path), createWriteStream(joined, { flags: 'a' }));
    await rename(joined, path);
  } finally {
    await rm(joined, { force: true });
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const tooLarge = (what: string, bytes: number) =>
  new AppError(413, 'too-large', `A ${what} has at most ${bytes / 1024 / 1024} MiB of voice.`);
