import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { createChunks } from '../joyai/chunks.ts';
import { createImageDecoder } from './decode-image.ts';

const decoder = createImageDecoder();
afterEach(() => decoder.close());

const SIDE = 32;
const BYTES = SIDE * SIDE * 3;
const image = (r: number) =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: { r, g: 0, b: 0 } } })
    .png()
    .toBuffer();

test('large bursts come in parts, and a video’s chunks as a whole only while they are small', async () => {
  const sources = await Promise.all([10, 20, 30, 40, 50].map(image));
  const parts = await Array.fromAsync(decoder.decodeAll(sources, 2 * BYTES));
  const reds = (images: readonly { pixels: Uint8ClampedArray }[]) => images.map(({ pixels }) => pixels[0]);
  expect(parts.map(reds)).toEqual([[10, 20], [30, 40], [50]]);
  expect(await Array.fromAsync(decoder.decodeAll(sources))).toHaveLength(1);

  const given: unknown[] = [];
  const chunks = createChunks((images) => given.push(reds(images)), 3 * BYTES);
  chunks.expect(1);
  chunks.expect(4);
  for (const part of parts) chunks.decoded(part);
  expect(given).toEqual([[10], [20, 30, 40], [50]]);
});
