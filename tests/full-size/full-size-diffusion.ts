import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { smallFiles } from '../tiny-diffusion.ts';
import { type TextEncoderShape, writeTextEncoder } from './text-encoder.ts';
import { writeDecoder, writeEncoder } from './tiny-autoencoder.ts';
import { type UnetShape, writeUnet } from './unet.ts';

/** Architecture of a published model. */
export interface FullSize {
  text: TextEncoderShape;
  unet: UnetShape;
}

/** OpenCLIP's ViT-H without its last layer: the text encoder of Stable Diffusion 2 and the models distilled from it. */
const OPEN_CLIP: TextEncoderShape = { width: 1024, layers: 23 };

export const FULL_SIZES = {
  /** UNet of Stable Diffusion 2.1, 866 million parameters */
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
   * Approximates SDXS-512. Its paper gives 0.32 billion parameters, one block per level, three levels and no middle
   * block; the parameter count implies that the largest level has no attention.
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
 * Writes a model with the operations, shapes and sizes of a published one and random weights, since speed and memory
 * don't depend on their values. Takes 4 bytes per parameter, or 2 with half precision.
 * @returns number of parameters in each graph
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
