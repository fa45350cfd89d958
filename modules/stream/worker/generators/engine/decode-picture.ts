import sharp from 'sharp';
import { EngineFault } from './adapter.ts';

/** No engine draws more; what claims to is a bomb. */
const MAX_PIXELS = 4096 * 4096;

/**
 * The pixels of a JPEG, PNG or WebP: red, green, blue; 8 bits each.
 * @throws EngineFault when it is none, or too large
 */
export async function decodePicture(
  bytes: Uint8Array,
): Promise<{ pixels: Uint8ClampedArray; width: number; height: number }> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .flatten({ background: 'black' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
    return { pixels: info.channels === 3 ? pixels : spread(pixels), width: info.width, height: info.height };
  } catch {
    throw new EngineFault('The engine sent a picture that can’t be read.');
  }
}

/** A picture in greys as one in colours. */
function spread(greys: Uint8ClampedArray): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(greys.length * 3);
  for (let i = 0; i < greys.length; i++) pixels.fill(greys[i] ?? 0, i * 3, i * 3 + 3);
  return pixels;
}
