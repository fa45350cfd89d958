import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { smallFiles } from '../tiny-diffusion.ts';
import { type TextEncoderShape, writeTextEncoder } from './text-encoder.ts';
import { writeDecoder, writeEncoder } from './tiny-autoencoder.ts';
import { type UnetShape, writeUnet } from './unet.ts';

/** A model of published size: what its files are named after, and how it is built. */
export interface FullSize {
  text: TextEncoderShape;
  unet: UnetShape;
}

/** OpenCLIP's ViT-H without its last layer, which Stable Diffusion 2 and what was distilled from it read with. */
const OPEN_CLIP: TextEncoderShape = { width: 1024, layers: 23 };

export const FULL_SIZES = {
  /** Stable Diffusion 2.1's UNet, 866 million parameters */
  'sd-turbo': {
    text: OPEN_CLIP,
    unet: {
      channels: [320, 640, 1280, 1280],
      layers: 2,
      attends: [true, true, true, false],
      hasMiddle: true,
      context: 1024,
    },
  },
  /**
   * About SDXS-512: its paper names 0.32 billion parameters, one block a level, three levels and no middle; that the
   * largest level doesn't attend follows from the number.
   */
  sdxs: {
    text: OPEN_CLIP,
    unet: {
      channels: [320, 640, 1280],
      layers: 1,
      attends: [false, true, true],
      hasMiddle: false,
      context: 1024,
    },
  },
} as const satisfies Record<string, FullSize>;

/**
 * Writes a model with the operations, shapes and sizes of a published one, whose weights are dice: speed and memory don't
 * depend on what they are. It takes 4 bytes a parameter, or 2 as halves.
 * @returns how many parameters each graph has
 */
export async function writeFullSize(folder: string, { text, unet }: FullSize, half = false) {
  for (const [name, content] of Object.entries(smallFiles())) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  return {
    textEncoder: await writeTextEncoder(join(folder, 'text_encoder'), text, half),
    unet: await writeUnet(join(folder, 'unet'), unet, half),
    vaeEncoder: await writeEncoder(join(folder, 'vae_encoder'), half),
    vaeDecoder: await writeDecoder(join(folder, 'vae_decoder'), half),
  };
}
