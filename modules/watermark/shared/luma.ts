import type { LumaFrame } from './read-watermark.ts';

/** Weights of red, green and blue in 16ths of a bit (ITU-R BT.601), which JPEG and most video are made by. */
const [RED, GREEN, BLUE] = [19_595, 38_470, 7_471];
const HALF = 32_768;

/** Pixels of 8 bits a channel, row by row, red, green and blue first; an opacity behind them is left out. */
export interface ColourImage {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Brightness of an image, pixel by pixel. */
export function lumaOf({ data, width, height, channels }: ColourImage): LumaFrame {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < luma.length; pixel += 1, at += channels) {
    const weighed = RED * (data[at] ?? 0) + GREEN * (data[at + 1] ?? 0) + BLUE * (data[at + 2] ?? 0);
    luma[pixel] = (weighed + HALF) >> 16;
  }
  return { luma, width, height };
}
