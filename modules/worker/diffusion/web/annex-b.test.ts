import { expect, test } from 'vitest';
import { readAccessUnit } from '../../../protocol/h264.ts';
import { openH264Encoder } from '../../video/h264-encoder.ts';
import { readDescription, toAnnexB } from './annex-b.ts';

/** Splits an Annex B access unit into NAL units without start codes. */
function unitsOf(accessUnit: Uint8Array): Buffer[] {
  const bytes = Buffer.from(accessUnit);
  const units: Buffer[] = [];
  for (let at = bytes.indexOf('000001', 0, 'hex'); at >= 0; ) {
    const next = bytes.indexOf('000001', at + 3, 'hex');
    // A four-byte start code includes the zero before it.
    const end = next < 0 ? bytes.length : next - (bytes[next - 1] === 0 ? 1 : 0);
    units.push(bytes.subarray(at + 3, end));
    at = next;
  }
  return units;
}

/** The output of browsers that ignore the request for Annex B. */
function inLengthForm(accessUnit: Uint8Array, lengthBytes: number) {
  const isSet = (unit: Buffer) => [7, 8].includes((unit[0] ?? 0) & 31);
  const counted = (unit: Buffer, bytes: number) => {
    const length = Buffer.alloc(bytes);
    length.writeUIntBE(unit.length, 0, bytes);
    return Buffer.concat([length, unit]);
  };
  const units = unitsOf(accessUnit);
  const [sequence, image] = units.filter(isSet);
  if (!sequence || !image) throw new Error('no parameters');
  return {
    description: Buffer.concat([
      Buffer.of(1, 100, 0, 31, 0xfc | (lengthBytes - 1), 0xe1),
      counted(sequence, 2),
      Buffer.of(1),
      counted(image, 2),
    ]),
    chunk: Buffer.concat(units.filter((unit) => !isSet(unit)).map((unit) => counted(unit, lengthBytes))),
  };
}

test.each([2, 4])(
  'units with length prefixes of %i bytes become Annex B, parameters first',
  async (lengthBytes) => {
    const size = { width: 64, height: 48 };
    const encoder = await openH264Encoder({ ...size, fps: 16 });
    const data = new Uint8Array(64 * 48 * 3).map((_, at) => (at * 7) % 200);
    const { accessUnit } = encoder.encode({ data, ...size, channels: 3 }, 0);
    encoder.close();
    const { description, chunk } = inLengthForm(accessUnit, lengthBytes);
    expect(readAccessUnit(chunk)).toBe('no H.264 in Annex B');
    const form = readDescription(description);
    const written = toAnnexB(chunk, form, true);
    expect(readAccessUnit(written)).toMatchObject({ set: size });
    const isSlice = (unit: Buffer) => ((unit[0] ?? 0) & 31) === 5;
    expect(unitsOf(written).filter(isSlice)).toEqual(unitsOf(accessUnit).filter(isSlice));
    expect(unitsOf(toAnnexB(chunk, form, false)).some((unit) => [7, 8].includes((unit[0] ?? 0) & 31))).toBe(
      false,
    );
  },
);

test('truncated ones throw, wherever they end', () => {
  const form = { lengthBytes: 4, parameters: new Uint8Array() };
  for (const bytes of [[0], [0, 0, 0, 0], [0, 0, 0, 9, 1, 2], [255, 255, 255, 255, 1], [0, 0, 0, 1, 5, 0]])
    expect(() => toAnnexB(Uint8Array.from(bytes), form, false)).toThrow('torn');
  for (const bytes of [
    [1, 100, 0, 31, 255, 0xe1],
    [1, 100, 0, 31, 255, 0xe1, 0, 9, 1],
    [1, 1, 1, 1, 255, 255],
  ])
    expect(() => readDescription(Uint8Array.from(bytes))).toThrow('torn');
});
