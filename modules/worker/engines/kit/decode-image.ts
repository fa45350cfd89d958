import { createImages } from '../../../kit/images/images.ts';
import { m } from '../../../kit/texts/m.ts';
import type { ModelImage } from '../../player/blend.ts';
import { EngineFault } from './adapter.ts';

export type Pixels = Omit<ModelImage, 'shown'>;

/** One at a time; the rest of a burst waits in order. */
const TURNS = { atOnce: 1, waitingEach: 1_000 };

/** A few bytes may hold very many images, or large ones. */
export const MAX_BURST_BYTES = 128 * 1024 * 1024;

/** Decodes an engine's images one after another, in a process that ends with the dream. */
export function createImageDecoder() {
  const images = createImages({}, TURNS);

  /**
   * Decodes a JPEG, PNG or WebP.
   * @throws EngineFault if it is invalid, too large, or takes too long
   */
  async function decode(source: Uint8Array): Promise<Pixels> {
    const image = await images.draw('engine', { source, formats: ['jpeg', 'png', 'webp'], as: 'pixels' });
    if (typeof image === 'string') throw new EngineFault(m.worker_engine_unreadable_image());
    const { bytes, width, height } = image;
    return { pixels: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length), width, height };
  }

  return {
    decode,
    /** Decodes a burst, in parts that end once they reach a number of bytes. */
    async *decodeAll(
      sources: Iterable<Uint8Array>,
      maxBytes = MAX_BURST_BYTES,
    ): AsyncGenerator<Pixels[], void> {
      let part: Pixels[] = [];
      let bytes = 0;
      for (const source of sources) {
        const image = await decode(source);
        part.push(image);
        bytes += image.pixels.length;
        if (bytes < maxBytes) continue;
        yield part;
        [part, bytes] = [[], 0];
      }
      if (part.length > 0) yield part;
    },
    close: images.close,
  };
}
