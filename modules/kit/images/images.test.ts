import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { BOMBS, lyingAvif, manyScans, png } from '../testing/bombs.ts';
import type { DrawnImage, ImageOrder } from './image-order.ts';
import { createImages, type Images } from './images.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
const FRAME = {
  formats: FORMATS,
  size: { width: 1280, height: 720 },
  keep: 'attention',
  as: 'jpeg',
} as const;

const images = createImages();
afterAll(() => images.close());
const opened: Images[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const draw = (source: Uint8Array, more: Partial<ImageOrder> = {}) =>
  images.draw('me', { source, ...FRAME, ...more });
async function drawn(source: Uint8Array, more: Partial<ImageOrder> = {}): Promise<DrawnImage> {
  const image = await draw(source, more);
  if (typeof image === 'string') throw new Error(image);
  return image;
}
const plain = (width: number, height: number, background = 'blue') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('an untrusted image', () => {
  test.each(Object.entries(BOMBS))('is rejected by its header, or unread, as %s', async (name, bomb) => {
    const isRead = /^(PNG|WebP|GIF|AVIF)/.test(name);
    expect(await draw(bomb)).toBe(isRead ? 'too-large' : 'unreadable');
  });

  test('is rejected whatever its header says, without stopping the program', async () => {
    const memory = process.memoryUsage.rss();
    let answered = performance.now();
    let longest = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - answered);
      answered = now;
    }, 10);
    const progressive = await plain(1024, 1024).jpeg({ progressive: true }).toBuffer();
    expect(await draw(lyingAvif())).toBe('unreadable');
    expect(['unreadable', 'too-heavy']).toContain(await draw(manyScans(progressive, 100_000)));
    clearInterval(timer);
    expect(longest).toBeLessThan(2_000);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(128 * 1024 * 1024);
  });

  test('is limited in its aspect ratio', async () => {
    expect(await draw(png(4096, 4096))).toMatchObject({ width: 1280, height: 720 });
    expect(await draw(png(4097, 4096))).toBe('too-large');
    expect(await draw(png(4000, 400))).toMatchObject({ width: 1280, height: 720 });
    expect(await draw(png(32, 4000))).toBe('too-narrow');
    expect(await draw(png(31, 100), { leastSide: 32 })).toBe('too-small');
  });

  test.each([
    ['time', { timeoutMs: 5 }],
    ['processor time', { maxProcessorMs: 0 }],
    ['memory', { maxMemoryBytes: 1024 * 1024 }],
  ])('that exceeds its %s limit ends its process, and the next one gets a new process', async (_, limits) => {
    const strict = createImages(limits, { atOnce: 1, waitingEach: 1 });
    opened.push(strict);
    const source = png(4096, 4096);
    const order = { source, ...FRAME, formats: ['png'] } as const;
    expect(await strict.draw('me', order)).toBe('too-heavy');
    expect(await strict.draw('me', order)).toBe('too-heavy');
  });

  test('waits for another of the same person, but not for other people’s', async () => {
    const ends: string[] = [];
    const small = await plain(64, 64).png().toBuffer();
    // Each of my images takes far longer than one of the other person's.
    const large = await plain(4096, 4096).png().toBuffer();
    const one = (key: string) =>
      images.draw(key, { ...FRAME, source: key === 'me' ? large : small }).then(() => void ends.push(key));
    // Both processes are running.
    await Promise.all([one('you'), one('they')]);
    ends.length = 0;
    const mine = ['me', 'me', 'me', 'me', 'me'].map(one);
    await expect(one('me')).rejects.toMatchObject({ status: 429 });
    await Promise.all([...mine, one('you')]);
    expect(ends.indexOf('you')).toBeLessThan(4);
  });
});

describe('a converted image', () => {
  test('is upright, and cropped where it shows least', async () => {
    const face = await plain(100, 100, 'yellow').png().toBuffer();
    const wide = await plain(1000, 200, '#112')
      .composite([{ input: face, left: 850, top: 50 }])
      .png()
      .toBuffer();
    const turned = await sharp(wide).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    for (const source of [wide, turned]) {
      const { bytes } = await drawn(source);
      const shown = sharp(bytes).extract({ left: 780, top: 220, width: 260, height: 240 });
      expect((await shown.raw().toBuffer())[0]).toBeGreaterThan(200);
    }
    const { bytes } = await drawn(wide, { keep: 'middle' });
    expect((await sharp(bytes).stats()).channels[0]?.max).toBeLessThan(100);
  });

  test('keeps the pixels of colour, grey and transparent images', async () => {
    const pixels = { formats: ['png'], as: 'pixels', keep: 'middle' } as const;
    const read = async (image: Sharp) => {
      const { bytes, width, height } = await drawn(await image.png().toBuffer(), {
        ...pixels,
        size: { width: 2, height: 1 },
      });
      return { pixels: [...bytes], width, height };
    };
    expect(await read(plain(8, 4, '#0a141e'))).toEqual({
      pixels: [10, 20, 30, 10, 20, 30],
      width: 2,
      height: 1,
    });
    expect((await read(plain(8, 4, '#fff').toColourspace('b-w'))).pixels).toEqual(Array(6).fill(255));
    const clear = sharp({
      create: { width: 8, height: 4, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    });
    expect((await read(clear)).pixels).toEqual(Array(6).fill(0));
  });
});
