import sharp from 'sharp';
import type { EncodeJpeg } from './player.ts';

export const encodeJpeg: EncodeJpeg = (pixels, size, { width, height, quality }) =>
  sharp(pixels, { raw: { ...size, channels: 3 } })
    .resize(width, height, { fit: 'cover', kernel: 'linear' })
    .jpeg({ quality })
    .toBuffer();
