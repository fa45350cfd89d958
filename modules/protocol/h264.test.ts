import { expect, test } from 'vitest';
import { readAccessUnit } from './h264.ts';

const START = [0, 0, 0, 1];
const SLICE = Uint8Array.of(...START, 0x41, 0x9a, 0x24, 0x6c);
const MESSAGE = 6;

/** Inserts a unit of the given type before a slice. */
function withUnit(type: number, content: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from([...START, type]), content, SLICE]));
}

test('finds a frame behind a usual message, and skips megabytes of anything else cheaply', () => {
  expect(readAccessUnit(withUnit(MESSAGE, new Uint8Array(700).fill(9)))).toEqual({ set: null });
  for (const [type, byte] of [
    [MESSAGE, 1],
    [MESSAGE, 0],
    [7, 1],
    [12, 1],
  ] as const) {
    const hostile = withUnit(type, new Uint8Array(4_000_000).fill(byte));
    readAccessUnit(hostile);
    const times = Array.from({ length: 5 }, () => {
      const from = performance.now();
      expect(readAccessUnit(hostile)).toBeTypeOf('string');
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  }
});
