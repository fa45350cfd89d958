import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cutSoundTape } from './sound-tape.ts';
import type { Tape } from './tape.ts';
import { createAppended, createTape, syncPath, writeAll } from './tape-file.ts';
import { removeTape, tapeFolder } from './tape-folder.ts';
import { encodeRecordHeader, encodeTapeHeader, RECORD_HEADER_BYTES } from './tape-format.ts';

/** Next to the tapes, on the same disk. No dream can have this name. */
const FOLDER = '.cutting';
/** Records are written in batches of this size. */
const BATCH_BYTES = 1024 * 1024;

export interface Cut {
  /** the clip's id */
  id: string;
  /** receive times, ms since the epoch */
  from: number;
  to: number;
  /** frames per second of the dream, for the metadata */
  fps: number;
}

/**
 * Copies a part of a live tape to a tape of its own, starting with a keyframe. It appears under its name once it is
 * complete; one with that name is replaced. Its metadata names the live dream, see `dropOrphans`.
 * @returns the times of its first and last frame; null if that part has no frames
 */
export async function cutTape(
  tapesDir: string,
  tape: Pick<Tape, 'read' | 'sessionId'>,
  cut: Cut,
): Promise<{ from: number; to: number } | null> {
  const work = tapeFolder(join(tapesDir, FOLDER), cut.id);
  await rm(work, { recursive: true, force: true });
  await mkdir(join(tapesDir, FOLDER), { recursive: true });
  try {
    const span = await copyFrames(work, tape, cut);
    if (!span) {
      await removeTape(work);
      return null;
    }
    await cutSoundTape(tapeFolder(tapesDir, tape.sessionId), work, span);
    const target = tapeFolder(tapesDir, cut.id);
    await removeTape(target);
    await syncPath(work);
    await rename(work, target);
    await syncPath(tapesDir);
    return span;
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/** @returns the times of the first and last frame; null without any */
async function copyFrames(
  work: string,
  tape: Pick<Tape, 'read' | 'sessionId'>,
  { id, from, to, fps }: Cut,
): Promise<{ from: number; to: number } | null> {
  const file = await createTape(
    work,
    { sessionId: id, startedAt: from, fps, clipOf: tape.sessionId },
    createAppended,
  );
  let first: number | null = null;
  let last: number | null = null;
  try {
    let batch: Uint8Array[] = [encodeTapeHeader()];
    let bytes = 0;
    const write = async () => {
      const { fault } = await writeAll(file, batch);
      if (fault) throw fault;
      [batch, bytes] = [[], 0];
    };
    for await (const frame of tape.read({ from, to, maxBytes: Number.POSITIVE_INFINITY })) {
      first ??= frame.at;
      last = frame.at;
      batch.push(encodeRecordHeader({ ...frame, id: frame.frameId }, frame.at), frame.bytes);
      bytes += RECORD_HEADER_BYTES + frame.bytes.length;
      if (bytes >= BATCH_BYTES) await write();
    }
    await write();
    await file.datasync();
  } finally {
    await file.close();
  }
  return first === null || last === null ? null : { from: first, to: last };
}

/** Removes what was being cut when the process was killed. */
export const dropUnfinishedCuts = (tapesDir: string) =>
  rm(join(tapesDir, FOLDER), { recursive: true, force: true });
