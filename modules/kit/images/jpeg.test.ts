import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ODD_PICTURES } from '../../recordings/testing/odd-pictures.ts';
import { manyScans } from '../testing/bombs.ts';
import { pictureFault } from './jpeg.ts';

const red = sharp({ create: { width: 1280, height: 720, channels: 3, background: 'red' } });

describe('an accepted JPEG', () => {
  test.each(['4:2:0', '4:4:4'])('is baseline or progressive, %s', async (sampling) => {
    for (const progressive of [false, true]) {
      const jpeg = await red.clone().jpeg({ progressive, chromaSubsampling: sampling }).toBuffer();
      expect(pictureFault(jpeg)).toBeNull();
    }
  });

  test('may have a profile, comments and fill bytes before its frame', async () => {
    const jpeg = await red
      .clone()
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'x'.repeat(9_000) } })
      .jpeg()
      .toBuffer();
    expect(jpeg.indexOf(Buffer.of(0xff, 0xc0))).toBeGreaterThan(9_000);
    expect(pictureFault(jpeg)).toBeNull();
    const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(9, 0xff), jpeg.subarray(2)]);
    expect(pictureFault(filled)).toBeNull();
  });
});

describe('a rejected JPEG', () => {
  test.each(Object.entries(ODD_PICTURES))('is %s', (name, jpeg) => {
    expect(pictureFault(jpeg)).toMatch(
      new RegExp(`^an? .*${name.match(/JPEG-LS|lossless|arithmetic/)?.[0]}`),
    );
  });

  test('claims an impossible size', async () => {
    const jpeg = await red.clone().jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0));
    const changed = (at: number, ...bytes: number[]) => {
      const copy = Buffer.from(jpeg);
      copy.set(bytes, frame + at);
      return pictureFault(copy);
    };
    expect(changed(5, 0xff, 0xff, 0xff, 0xff)).toBe('a JPEG of 65535 × 65535 pixels');
    for (const [width, height] of [
      [65_500, 16],
      [16, 4096],
      [8193, 1000],
      [1280, 15],
    ] as const) {
      const said = changed(5, height >> 8, height & 255, width >> 8, width & 255);
      expect(said).toBe(`a JPEG of ${width} × ${height} pixels`);
    }
    const within = (width: number, height: number) => pictureFault(jpeg, { width, height });
    expect([within(1280, 720), within(1279, 720)]).toEqual([null, 'a JPEG of 1280 × 720 pixels']);
    const progressive = await red.clone().jpeg({ progressive: true }).toBuffer();
    expect(pictureFault(manyScans(progressive, 50))).toBeNull();
    expect(pictureFault(manyScans(progressive, 64))).toBe('a JPEG of more than 64 scans');
    expect(changed(5, 0, 0)).toBe('a JPEG without a size');
    expect(changed(4, 12)).toBe('a JPEG of 12 bits a sample');
    expect(pictureFault(Buffer.from('GIF89a'))).toBe('no JPEG');
  });
});

test('a badly broken JPEG is rejected quickly', async () => {
  const jpeg = await red.clone().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.of(0xff, 0xc0));
  for (let cut = 2; cut < frame; cut += 1) expect(pictureFault(jpeg.subarray(0, cut))).not.toBeNull();
  const many = Array.from({ length: 1_000_000 }, () => [0xff, 0xfe, 0, 2]).flat();
  for (const bytes of [Buffer.alloc(4_000_000, 0xff), Buffer.from(many)]) {
    bytes.set([0xff, 0xd8]);
    const began = performance.now();
    expect(pictureFault(bytes)).toBe('a JPEG without a frame header');
    expect(performance.now() - began).toBeLessThan(50);
  }
});
