import { describe, expect, test } from 'vitest';
import { CODEC } from './codecs.ts';
import { asksForAck, encodeFrame, MAX_FRAME_BYTES, readFrame, requestAck } from './frame.ts';

const jpeg = Uint8Array.of(0xff, 0xd8, 1, 2, 3, 0xff, 0xd9);
const header = { id: 0xdeadbeef, at: 1_790_000_000_000.25 };

describe('a frame message', () => {
  test('matches the contract byte for byte', () => {
    const message = encodeFrame(header, jpeg);
    expect(Buffer.from(message.subarray(0, 8)).toString('hex')).toBe('01000000deadbeef');
    expect(Buffer.from(message).readDoubleBE(8)).toBe(1_790_000_000_000.25);
    expect([...message.subarray(16)]).toEqual([...jpeg]);
  });

  test('round-trips at any offset in a buffer', () => {
    const message = encodeFrame(header, jpeg);
    const inside = new Uint8Array(message.length + 20);
    inside.set(message, 13);
    const view = inside.subarray(13, 13 + message.length);
    expect(readFrame(view)).toEqual({
      ...header,
      codec: CODEC.jpeg,
      key: true,
      layer: 0,
      bytes: jpeg,
      message: view,
    });
  });

  test('requests an acknowledgement with one bit and leaves the others unchanged', () => {
    const message = encodeFrame(header, jpeg);
    message[1] = 0b1010_0000;
    expect(asksForAck({ message })).toBe(false);
    requestAck({ message });
    expect(message[1]).toBe(0b1010_0001);
    expect(asksForAck({ message })).toBe(true);
  });

  test.each<[string, (message: Uint8Array) => Uint8Array | undefined, RegExp]>([
    ['nothing', () => new Uint8Array(0), /shorter/],
    ['a header only', (message) => message.subarray(0, 19), /shorter/],
    ['another version', (message) => change(message, 0, 0), /version 0/],
    ['another codec', (message) => change(message, 2, 3), /codec 3/],
    ['another layer', (message) => change(message, 3, 1), /layer 1/],
    ['a third layer of H.264', (message) => change(change(message, 2, 1), 3, 2), /layer 2/],
    ['no JPEG', (message) => change(message, 17, 0xd9), /JPEG/],
    ['a time that is none', (message) => change(change(message, 8, 0x7f), 9, 0xf0), /timestamp/],
    ['a byte too many', () => encodeFrame(header, new Uint8Array(MAX_FRAME_BYTES - 15)), /larger/],
  ])('with %s is rejected with a reason', (_, spoil, fault) => {
    expect(readFrame(spoil(encodeFrame(header, jpeg)) ?? new Uint8Array())).toMatch(fault);
  });

  test('never makes its reader throw, whatever its bytes', () => {
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    };
    for (let round = 0; round < 10_000; round++) {
      const message = encodeFrame(header, jpeg).subarray(0, random() % 24);
      for (let changes = random() % 4; changes > 0; changes--) change(message, random() % 24, random());
      const read = readFrame(message);
      if (typeof read !== 'string') expect(read.at).not.toBeNaN();
    }
  });
});

function change(message: Uint8Array, at: number, value: number): Uint8Array {
  if (at < message.length) message[at] = value;
  return message;
}
