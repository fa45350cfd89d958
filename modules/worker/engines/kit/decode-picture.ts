import { createImages } from '../../../../src/kit/images/images.ts';
import type { Picture } from '../../player/blend.ts';
import { EngineFault } from './adapter.ts';

export type Pixels = Omit<Picture, 'shown'>;

/** Decodes what an engine sends, one image after the other, in a process that ends with the dream. */
export interface PictureDecoder {
  /**
   * The pixels of a JPEG, PNG or WebP.
   * @throws EngineFault when it is none, too large, or takes too long
   */
  decode(bytes: Uint8Array): Promise<Pixels>;
  close(): void;
}

/** A burst waits in its order. */
const TURNS = { atOnce: 1, waitingEach: 1_000 };

export function createPictureDecoder(): PictureDecoder {
  const images = createImages({}, TURNS);
  return {
    async decode(source) {
      const image = await images.draw('engine', { source, formats: ['jpeg', 'png', 'webp'], as: 'pixels' });
      if (typeof image === 'string') throw new EngineFault('The engine sent a picture that can’t be read.');
      const { bytes, width, height } = image;
      return { pixels: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length), width, height };
    },
    close: images.close,
  };
}
