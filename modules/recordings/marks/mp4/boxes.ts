/** An MP4 box (ISO/IEC 14496-12, 4.2) in a buffer. */
export interface Box {
  type: string;
  start: number;
  /** start of the content */
  body: number;
  end: number;
}

export const HEADER_BYTES = 8;

/** Lists the boxes in a range. @throws RangeError if one doesn't fit */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let start = from; start < to; ) {
    const size = bytes.readUInt32BE(start);
    const end = start + size;
    if (size < HEADER_BYTES || end > to) throw new RangeError(`no box at ${start}`);
    found.push({ type: bytes.toString('latin1', start + 4, start + 8), start, body: start + 8, end });
    start = end;
  }
  return found;
}

export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(HEADER_BYTES + body.length), Buffer.from(type, 'latin1'), body]);
}

export const u8 = (value: number) => Buffer.of(value);

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
