import { type FileHandle, open } from 'node:fs/promises';
import { box, HEADER_BYTES } from '../mp4/boxes.ts';
import { shiftOffsets } from '../mp4/shift-offsets.ts';
import type { Chapter } from './chapters.ts';
import { chapterSamples, withChapters } from './movie-box.ts';

const BLOCK_BYTES = 1024 * 1024;

/**
 * Adds chapters to a finished MP4 whose index comes first. The index grows in place and everything after it moves back,
 * so a full disk needs no space for a copy. FFmpeg can write chapters, but our bindings don't expose it. Leaves
 * unexpected files unchanged: a video matters more than its chapters.
 */
export async function addChapters(path: string, chapters: readonly Chapter[]): Promise<void> {
  if (chapters.length === 0) return;
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const place = await findIndex(file, size);
    const grown = place && growIndex(await read(file, place.start, place.end), chapters, size);
    if (!place || !grown) return;
    const growth = grown.length - (place.end - place.start);
    await moveBack(file, place.end, size, growth);
    await writeAll(file, grown, place.start);
    const samples = box('mdat', ...chapterSamples(chapters));
    await writeAll(file, samples, size + growth);
  } finally {
    await file.close();
  }
}

/** @param size file size; the chapter titles are appended there */
function growIndex(index: Buffer, chapters: readonly Chapter[], size: number): Buffer | null {
  try {
    const grown = withChapters(index, chapters, size + HEADER_BYTES);
    shiftOffsets(grown, grown.length - index.length);
    return grown;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Finds the index; null unless it comes before the media data. */
async function findIndex(file: FileHandle, size: number): Promise<{ start: number; end: number } | null> {
  for (let start = 0; start + HEADER_BYTES <= size; ) {
    const header = await read(file, start, start + HEADER_BYTES);
    const type = header.toString('latin1', 4);
    const end = start + header.readUInt32BE(0);
    if (type === 'moov') return end <= size ? { start, end } : null;
    if (type === 'mdat' || end < start + HEADER_BYTES) return null;
    start = end;
  }
  return null;
}

/** Moves the bytes between two offsets towards the end, last block first. */
async function moveBack(file: FileHandle, from: number, to: number, by: number): Promise<void> {
  for (let end = to; end > from; ) {
    const start = Math.max(from, end - BLOCK_BYTES);
    const block = await read(file, start, end);
    await writeAll(file, block, start + by);
    end = start;
  }
}

async function read(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  if (bytesRead < bytes.length) throw new Error('the video is cut off');
  return bytes;
}

/** A disk that runs full first accepts part of a write, then fails. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}
