import { decode, encode } from '@msgpack/msgpack';
import { z } from 'zod';
import { readJson } from '../../../kit/parse-json.ts';

/** The only size that its decoder is compiled for. */
const SIZE = { width: 832, height: 480 };

export interface Start {
  prompt: string;
  seed: number;
  steps: number;
  blocks: number;
}

export const startMessage = ({ prompt, seed, steps, blocks }: Start): Uint8Array =>
  encode({ prompt, seed, ...SIZE, num_blocks: blocks, num_denoising_steps: steps });

export const promptMessage = (text: string, blocks: number): Uint8Array =>
  encode({ prompt: text, interp_steps: blocks });

const image = z.object({ image: z.instanceof(Uint8Array) });

/** @returns the message's JPEG, or null if it has none */
export function readImage(bytes: Uint8Array): Uint8Array | null {
  try {
    return image.safeParse(decode(bytes)).data?.image ?? null;
  } catch {
    return null;
  }
}

const status = z.union([
  z.object({ status: z.enum(['ready', 'completed']) }),
  z.object({ error: z.array(z.object({ msg: z.string() })) }),
]);

/** Parses a text message; some are unsolicited. */
export const readStatus = (text: string) => readJson(status, text);
