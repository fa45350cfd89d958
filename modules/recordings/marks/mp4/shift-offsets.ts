import { boxesIn } from './boxes.ts';

/** Shifts all sample offsets in place. @throws RangeError if one overflows */
export function shiftOffsets(bytes: Buffer, by: number, from = 0, to = bytes.length): void {
  for (const { type, body, end } of boxesIn(bytes, from, to)) {
    if (['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(type)) shiftOffsets(bytes, by, body, end);
    if (type === 'stco')
      for (let at = body + 8; at < end; at += 4) bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
    if (type === 'co64')
      for (let at = body + 8; at < end; at += 8)
        bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(by), at);
  }
}
