import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ModelImage } from '../../player/blend.ts';
import { createImageLoop } from './image-loop.ts';

test('of very many images for one request, the newest count', async () => {
  const size = { width: 8, height: 8 };
  const png = (red: number) =>
    sharp({ create: { ...size, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer();
  const all = await Promise.all(Array.from({ length: 40 }, (_, i) => png(i)));
  const burst = Promise.withResolvers<readonly ModelImage[]>();
  const loop = createImageLoop({
    label: 'It',
    dream: { seed: 1, values: {}, prompt: { id: 'one', text: 'a sea' }, last: null },
    events: { state() {}, images: burst.resolve, alive() {}, failed: burst.reject },
    size,
    draw: async () => all,
    close: async () => {},
  });
  const images = await burst.promise;
  await loop.end();
  expect(images.map(({ pixels }) => pixels[0])).toEqual(Array.from({ length: 16 }, (_, i) => 24 + i));
  expect(images[0]?.shown).toBe('one');
});
