import type { DecodeImage } from '../../player/player.ts';

/** Uses the browser's own decoders. */
export const decodeImage: DecodeImage = async (dataUri, { width, height }) => {
  const bytes = Uint8Array.from(atob(dataUri.slice(dataUri.indexOf(',') + 1)), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  const scale = Math.max(width / image.width, height / image.height);
  const [wide, high] = [image.width * scale, image.height * scale];
  context.drawImage(image, (width - wide) / 2, (height - high) / 2, wide, high);
  image.close();
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = new Uint8ClampedArray(3 * width * height);
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = data[from] as number;
    pixels[to + 1] = data[from + 1] as number;
    pixels[to + 2] = data[from + 2] as number;
  }
  return pixels;
};
