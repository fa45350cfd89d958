import { fstatSync, readSync } from 'node:fs';

const HEADER_BYTES = 16;

/** A box of a file, which may be longer than memory is. */
export interface Place {
  type: string;
  start: number;
  end: number;
}

/** Boxes of an open MP4 file, none within another. @throws Error where it is none */
export function placesIn(file: number): Place[] {
  const { size } = fstatSync(file);
  const header = Buffer.alloc(HEADER_BYTES);
  const found: Place[] = [];
  for (let start = 0; start < size; ) {
    readSync(file, header, 0, HEADER_BYTES, start);
    const short = header.readUInt32BE(0);
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    const end = start + length;
    if (length < 8 || end > size) throw new Error('this is no MP4 file');
    found.push({ type: header.toString('latin1', 4, 8), start, end });
    start = end;
  }
  return found;
}
