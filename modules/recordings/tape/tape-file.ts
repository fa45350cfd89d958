import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { framesPath, metaPath, type TapeMeta, writeTapeMeta } from './tape-folder.ts';

/** The file operations that a tape needs, in append mode. */
export interface TapeFile {
  writev(buffers: Uint8Array[]): Promise<{ bytesWritten: number }>;
  truncate(length: number): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** A dream's existing tape must never be overwritten. */
export class TapeExists extends Error {}

/** Creates a tape's folder with both files, or nothing. @throws TapeExists */
export async function createTape(
  dir: string,
  meta: TapeMeta,
  create: (path: string) => Promise<TapeFile>,
): Promise<TapeFile> {
  await mkdir(dir, { recursive: true });
  const file = await create(framesPath(dir)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new TapeExists(`${dir} already has a tape`) : error;
  });
  try {
    await writeTapeMeta(dir, meta);
  } catch (error) {
    await file.close();
    // The file is ours and empty; if it stayed, the next attempt would fail.
    await rm(framesPath(dir), { force: true });
    throw error;
  }
  return file;
}

/** Creates a file in append mode; fails if it exists. After a truncate, writes go to the new end. */
export function createAppended(path: string): Promise<TapeFile> {
  return open(path, 'ax');
}

/** Writes as much as the disk accepts: an almost full disk accepts part of a write before it fails. */
export async function writeAll(
  file: TapeFile,
  buffers: Uint8Array[],
): Promise<{ written: number; fault: unknown }> {
  let rest = buffers;
  let written = 0;
  try {
    while (rest.length > 0) {
      const { bytesWritten } = await file.writev(rest);
      if (bytesWritten === 0) throw new Error('the disk accepts no more bytes');
      written += bytesWritten;
      rest = skipBytes(rest, bytesWritten);
    }
    return { written, fault: null };
  } catch (fault) {
    return { written, fault };
  }
}

/** Syncs a tape and its names: a new name survives a power loss only once its folder is synced. */
export async function syncNames(dir: string): Promise<void> {
  for (const path of [metaPath(dir), dir, dirname(dir)]) await syncPath(path);
}

/** Syncs a file, or the names in a folder. */
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
