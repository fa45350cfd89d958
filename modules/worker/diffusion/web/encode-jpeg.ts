import type { EncodeJpeg } from '../../player/player.ts';
import { createFrameCanvas } from './frame-canvas.ts';

export function createJpegEncoder(): EncodeJpeg {
  const draw = createFrameCanvas();
  return async (pixels, size, frame) => {
    const blob = await draw(pixels, size, frame).convertToBlob({
      type: 'image/jpeg',
      quality: frame.quality / 100,
    });
    // Browsers fall back to PNG for types they can't encode.
    if (blob.type !== 'image/jpeg') throw new Error('This browser writes no JPEGs.');
    return new Uint8Array(await blob.arrayBuffer());
  };
}
