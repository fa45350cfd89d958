import type { LumaFrame } from '../../modules/watermark/shared/read-watermark.ts';

/** Larger pictures are drawn smaller: more pixels than these say no more. */
const MOST_SIDE = 4096;
/** Weights of red, green and blue in 16ths of a bit (ITU-R BT.601), which JPEG and most video are made by. */
const [RED, GREEN, BLUE] = [19_595, 38_470, 7_471];

let canvas: OffscreenCanvas | null = null;

/** Pixels of a picture, red, green, blue and opacity each. */
export function pixelsOf(picture: ImageBitmap): ImageData {
  const scale = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  canvas ??= new OffscreenCanvas(width, height);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser gives no pixels');
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Brightness, pixel by pixel. */
export function lumaOf({ data, width, height }: ImageData): LumaFrame {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < luma.length; pixel += 1, at += 4) {
    const weighed = RED * (data[at] ?? 0) + GREEN * (data[at + 1] ?? 0) + BLUE * (data[at + 2] ?? 0);
    luma[pixel] = (weighed + 32_768) >> 16;
  }
  return { luma, width, height };
}
