import { expect, test } from 'vitest';
import { watermarkFrom } from '../watermark-id.ts';
import { packetOf, readPacket } from './packet.ts';

/** Generated for the same payloads by `DataLayer` in adobe/trustmark's Python code, with 100 bits in mode 2. */
const KNOWN = [
  ['a dream', 0x9c75a9a04be16d22074fc29d2n],
  ['dream', 0x30fde358b347a4940a9932dc2n],
  ['', 0xe3b0c44298fcd0bf000bb5702n],
] as const;

const logitsOf = (packet: readonly number[], wrong: Iterable<number> = []) => {
  const logits = Float32Array.from(packet, (bit) => 2 * bit - 1);
  for (const at of wrong) (logits[at] as number) *= -1;
  return logits;
};

test('packets match TrustMark’s own implementation', () => {
  for (const [dream, packet] of KNOWN)
    expect(BigInt(`0b${packetOf(watermarkFrom(dream)).join('')}`)).toBe(packet);
});

test('up to four wrong bits are corrected; five never yield a wrong packet', () => {
  const id = watermarkFrom('a dream');
  const packet = packetOf(id);
  let state = 5;
  const someBits = (count: number) => {
    const places = new Set<number>();
    while (places.size < count) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      places.add((state >>> 8) % 96);
    }
    return places;
  };
  for (let at = 0; at < 96; at += 1) expect(readPacket(logitsOf(packet, [at]))).toEqual({ id, errors: 1 });
  for (let errors = 0; errors <= 4; errors += 1)
    for (let count = 0; count < 60; count += 1)
      expect(readPacket(logitsOf(packet, someBits(errors)))).toEqual({ id, errors });
  for (let count = 0; count < 300; count += 1) expect(readPacket(logitsOf(packet, someBits(5)))).toBeNull();
  expect(readPacket(logitsOf(packet, [96, 97, 98, 99]))).toEqual({ id, errors: 0 });
  expect(readPacket(new Float32Array(100))).toBeNull();
});
