import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Dream } from '../dreams/dreams.ts';
import { AppError } from '../kit/errors.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { m } from '../kit/texts/m.ts';
import { type AudioType, audioType } from './audio-type.ts';
import { VOICE_DREAM_MAX_BYTES, VOICE_MAX_BYTES } from './contract/limits.ts';

/** Per dream. Each page on which the user spoke creates a recording. */
const RECORDINGS_MAX = 20;
/** Enough bytes to identify an audio format. */
const HEAD_BYTES = 16;

export interface KeptRecording {
  key: string;
  /** start time in ms since the epoch; '' for callers that make only one */
  recording: string;
}

/** A recording as received so far, on the same disk as the stored ones. */
export interface WholeRecording {
  path: string;
  size: number;
  type: AudioType;
}

/** In order of their start. */
export async function listRecordings(storage: Storage, dreamId: string): Promise<KeptRecording[]> {
  const keys = await storage.list(`dreams/${dreamId}/voice`);
  return keys.map((key) => ({ key, recording: key.match(/\/voice-(\d+)\.\w+$/)?.[1] ?? '' }));
}

/**
 * Appends a part at its offset to a copy of the stored recording.
 * @throws AppError 409 if earlier bytes are missing, 413 if it gets too long, 415 if it isn't audio
 */
export async function joinPart(
  storage: Storage,
  earlier: KeptRecording | null,
  offset: number,
  part: { path: string; size: number },
): Promise<WholeRecording> {
  const size = offset + part.size;
  if (size > VOICE_MAX_BYTES)
    throw tooLarge(m.voice_error_recording_size({ size: mebibytes(VOICE_MAX_BYTES) }));
  if (offset > 0) await putBefore(storage, earlier, offset, part.path);
  const type = audioType(await readHead(part.path));
  if (!type) throw new AppError(415, 'not-audio', m.voice_error_not_audio());
  return { path: part.path, size, type };
}

/**
 * Stores a recording, replacing its previous version.
 * @returns its key and the total bytes of the dream's recordings
 * @throws AppError 413 if the dream has too many recordings, or they get too long
 */
export async function keepRecording(
  storage: Storage,
  dream: Dream,
  { recording, ...whole }: WholeRecording & { recording: string },
  mayKeep: (bytesOfDream: number) => Promise<void>,
): Promise<{ key: string; bytes: number }> {
  const kept = await listRecordings(storage, dream.id);
  const others = kept.filter((one) => one.recording !== recording);
  if (others.length >= RECORDINGS_MAX) {
    throw new AppError(413, 'too-many', m.voice_error_too_many({ max: RECORDINGS_MAX }));
  }
  const sizes = await Promise.all(others.map(async ({ key }) => (await storage.stat(key))?.size ?? 0));
  const bytes = sizes.reduce((sum, size) => sum + size, whole.size);
  if (bytes > VOICE_DREAM_MAX_BYTES)
    throw tooLarge(m.voice_error_dream_size({ size: mebibytes(VOICE_DREAM_MAX_BYTES) }));
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
    throw new AppError(409, 'misplaced-part', m.voice_error_misplaced());
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

const mebibytes = (bytes: number) => bytes / 1024 / 1024;

const tooLarge = (message: string) => new AppError(413, 'too-large', message);
