import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { framesPath, metaPath, type TapeMeta, writeTapeMeta } from './tape-folder.ts';

/** The little that a tape needs of a file handle that appends. */
export interface TapeFile {
  writev(buffers: Uint8Array[]): Promise<{ bytesWritten: number }>;
  truncate(length: number): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** There is a tape of this dream already, which is never written over. */
export class TapeExists extends Error {}

/** Makes the folder of a tape with its two files, or nothing. Throws TapeExists where there is one already. */
export async function createTape(
  dir: string,
  meta: TapeMeta,
  create: (path: string) => Promise<TapeFile>,
): Promise<TapeFile> {
  await mkdir(dir, { recursive: true });
  const file = await create(framesPath(dir)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new TapeExists(`there is a tape in ${dir} already`) : error;
  });
  try {
    await writeTapeMeta(dir, meta);
  } catch (error) {
    await file.close();
    // It is ours and empty; left there it would stop the next try.
    await rm(framesPath(dir), { force: true });
    throw error;
  }
  return file;
}

/** Opens a file that must not exist yet. What is written after it was cut off goes to its new end. */
export function createAppended(path: string): Promise<TapeFile> {
  return open(path, 'ax');
}

/**
 * Writes all buffers, or as much as the disk takes: a nearly full one takes a part of what it is given, and only
 * then refuses.
 */
export async function writeAll(
  file: TapeFile,
  buffers: Uint8Array[],
): Promise<{ written: number; fault: unknown }> {
  let rest = buffers;
  let written = 0;
  try {
    while (rest.length > 0) {
      const { bytesWritten } = await file.writev(rest);
      if (bytesWritten === 0) throw new Error('the disk takes no more bytes');
      written += bytesWritten;
      rest = skipBytes(rest, bytesWritten);
    }
    return { written, fault: null };
  } catch (fault) {
    return { written, fault };
  }
}

/** Forces a tape onto the disk by name too: a new name survives a loss of power only once its folder is there. */
export async function syncNames(dir: string): Promise<void> {
  for (const path of [metaPath(dir), dir, dirname(dir)]) await syncPath(path);
}

/** Forces a file, or the names in a folder, onto the disk. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function skipBytes(buffers: Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  for (const [index, buffer] of buffers.entries()) {
    if (left < buffer.byteLength) return [buffer.subarray(left), ...buffers.slice(index + 1)];
    left -= buffer.byteLength;
  }
  return [];
}
