import { fstatSync, readSync } from 'node:fs';

const HEADER_BYTES = 16;

/** A box in a file; may be larger than memory. */
export interface Place {
  type: string;
  start: number;
  end: number;
}

/** Lists an open MP4 file's top-level boxes. @throws Error if it isn't an MP4 */
export function placesIn(file: number): Place[] {
  const { size } = fstatSync(file);
  const header = Buffer.alloc(HEADER_BYTES);
  const found: Place[] = [];
  for (let start = 0; start < size; ) {
    readSync(file, header, 0, HEADER_BYTES, start);
    const short = header.readUInt32BE(0);
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    const end = start + length;
    if (length < 8 || end > size) throw new Error('this isn’t an MP4 file');
    found.push({ type: header.toString('latin1', 4, 8), start, end });
    start = end;
  }
  return found;
}
