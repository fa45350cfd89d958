import type { ColourImage } from '../../modules/watermark/contract/luma.ts';

/** Larger images are scaled down: more pixels add no information. */
const MOST_SIDE = 4096;

let canvas: OffscreenCanvas | null = null;

/** Pixels of an image. */
export function pixelsOf(image: ImageBitmap): ColourImage {
  const scale = Math.min(1, MOST_SIDE / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  canvas ??= new OffscreenCanvas(width, height);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser gives no pixels');
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { data, width, height, channels: 4 };
}
