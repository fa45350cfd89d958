import { encodeJpeg } from '../../player/jpeg.ts';
import type { Pixels } from './decode-image.ts';

const QUALITY = 95;

/** Encodes an image in its own size, for an engine to continue from. */
export async function jpegOf({ pixels, width, height }: Pixels): Promise<Buffer> {
  const size = { width, height };
  return Buffer.from(await encodeJpeg(pixels, size, { ...size, quality: QUALITY }));
}
