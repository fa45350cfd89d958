import type { LumaFrame } from './read-watermark.ts';

/** Weights of R, G and B in 1/65536 (ITU-R BT.601), as in JPEG and most video. */
const [RED, GREEN, BLUE] = [19_595, 38_470, 7_471];
const HALF = 32_768;

/** 8 bits per channel, row by row, R, G and B first; alpha is ignored. */
export interface ColourImage {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 3 | 4;
}

export function lumaOf({ data, width, height, channels }: ColourImage): LumaFrame {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < luma.length; pixel += 1, at += channels) {
    const weighed = RED * (data[at] ?? 0) + GREEN * (data[at + 1] ?? 0) + BLUE * (data[at + 2] ?? 0);
    luma[pixel] = (weighed + HALF) >> 16;
  }
  return { luma, width, height };
}
