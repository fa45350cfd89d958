import sharp, { type Region } from 'sharp';
import { describe, expect, test } from 'vitest';
import { createWatermarkReader, holdsWatermark, type LumaFrame } from './read-watermark.ts';
import { isWatermarkId, watermarkFrom } from './watermark-id.ts';
import { createWatermarkWriter } from './write-watermark.ts';

const [width, height] = [1280, 720];
const id = watermarkFrom('a dream');
const original = await landscape();
const marked = mark(original);

/** A gradient sky, hills with sharp edges, a black and a white area, and film grain. */
async function landscape(): Promise<Uint8Array> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#223"/><stop offset="1" stop-color="#bbc"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="900" cy="200" r="90" fill="#fff"/>
    <path d="M0 520 L260 330 L520 560 L800 420 L1280 610 V720 H0 Z" fill="#454"/><rect x="90" y="600" width="300" height="90"/></svg>`;
  const { data } = await sharp(Buffer.from(drawing))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let state = 9;
  return Uint8Array.from(data, (value) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.min(255, Math.max(0, value + (state >>> 30) - 1));
  });
}

function mark(luma: Uint8Array): Uint8Array {
  const data = luma.slice();
  createWatermarkWriter(id)({ data, width, height, stride: width });
  return data;
}

const imageOf = (luma: Uint8Array) => sharp(luma, { raw: { width, height, channels: 1 } });

async function lumaOf(image: Buffer): Promise<LumaFrame> {
  const { data, info } = await sharp(image).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { luma: data, width: info.width, height: info.height };
}

async function enlarged(part: Region): Promise<Buffer> {
  const cut = await imageOf(marked).extract(part).png().toBuffer();
  return sharp(cut)
    .resize({ width: Math.round((part.width * 4) / 3) })
    .png()
    .toBuffer();
}

function read(frame: LumaFrame) {
  const reader = createWatermarkReader();
  reader.add(frame);
  return reader.read();
}

describe('the watermark', () => {
  test('is invisible: at least 42 dB below the image', () => {
    const squares = marked.reduce((sum, value, at) => sum + (value - (original[at] ?? 0)) ** 2, 0);
    expect(10 * Math.log10(255 ** 2 / (squares / marked.length))).toBeGreaterThan(42);
  });

  test('is invisible on flat areas: 46 dB below them, or 48 if they are bright', () => {
    const write = createWatermarkWriter(id);
    for (let level = 16; level <= 240; level += 8) {
      const flat = new Uint8Array(256 * 256).fill(level);
      write({ data: flat, width: 256, height: 256, stride: 256 });
      const squares = flat.reduce((sum, value) => sum + (value - level) ** 2, 0);
      const decibels = 10 * Math.log10(255 ** 2 / (squares / flat.length));
      expect(decibels, `luma ${level}`).toBeGreaterThan(level > 170 ? 48 : 46);
    }
  });

  test('is read from a JPEG of quality 60, a smaller copy, and a scaled crop', async () => {
    const part = { left: 101, top: 67, width: 1024, height: 576 };
    const copies = {
      jpeg: [await imageOf(marked).jpeg({ quality: 60 }).toBuffer(), 1],
      small: [await imageOf(marked).resize(854, 480).jpeg().toBuffer(), 2 / 3],
      part: [await imageOf(marked).extract(part).png().toBuffer(), 1],
      larger: [await enlarged(part), 4 / 3],
    } as const;
    for (const [name, [copy, scale]] of Object.entries(copies)) {
      const found = read(await lumaOf(copy));
      expect(found?.id, name).toBe(id);
      expect(found?.scale, name).toBeCloseTo(scale, 2);
    }
  });

  test('is read from a stretched copy, whole and cropped', async () => {
    for (const [copyWidth, copyHeight] of [
      [1280, 800],
      [1024, 768],
      [1280, 960],
      [1000, 700],
    ] as const) {
      const stretched = imageOf(marked).resize(copyWidth, copyHeight, { fit: 'fill' });
      const found = read(await lumaOf(await stretched.jpeg({ quality: 80 }).toBuffer()));
      expect(found?.id, `${copyWidth} × ${copyHeight}`).toBe(id);
    }
    const wide = await imageOf(marked).resize(1280, 800, { fit: 'fill' }).png().toBuffer();
    const part = sharp(wide).extract({ left: 60, top: 40, width: 1100, height: 700 });
    expect(read(await lumaOf(await part.jpeg({ quality: 80 }).toBuffer()))?.id).toBe(id);
  });

  test('isn’t found in unmarked images, and differs between dreams', () => {
    expect(read({ luma: original, width, height })).toBeNull();
    expect(read({ luma: new Uint8Array(6), width: 3, height: 2 })).toBeNull();
    expect(holdsWatermark({ luma: marked, width, height }, id)).toBe(true);
    expect(holdsWatermark({ luma: marked, width, height }, watermarkFrom('another'))).toBe(false);
  });

  test('is an id with a checksum', () => {
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(isWatermarkId(id)).toBe(true);
    const digits = [...id];
    for (const at of digits.keys())
      expect(isWatermarkId(digits.with(at, digits[at] === '0' ? '1' : '0').join(''))).toBe(false);
  });
});
