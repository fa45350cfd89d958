import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../kit/images/image-order.ts';
import type { DecodeImage, EncodeJpeg } from './player.ts';

export const encodeJpeg: EncodeJpeg = (pixels, size, { width, height, quality }) =>
  sharp(pixels, { raw: { ...size, channels: 3 } })
    .resize(width, height, { fit: 'cover', kernel: 'linear' })
    .jpeg({ quality })
    .toBuffer();

export const decodeImage: DecodeImage = async (dataUri, { width, height }) => {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
  const pixels = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS })
    .flatten({ background: 'black' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover' })
    .raw()
    .toBuffer();
  return new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
};
