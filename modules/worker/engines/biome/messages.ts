import { z } from 'zod';
import { readJson } from '../../../kit/parse-json.ts';

export const PROTOCOL_VERSION = 5;

/** The messages of Biome's `/ws` that we handle; all others are ignored. */
const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), stage: z.string() }),
  z.object({ type: z.literal('warning'), message_id: z.string() }),
  z.object({
    type: z.literal('error'),
    message_id: z.string().nullish(),
    message: z.string().nullish(),
  }),
  z.object({
    type: z.literal('response'),
    req_id: z.string(),
    success: z.boolean(),
    error_id: z.string().nullish(),
    error: z.string().nullish(),
  }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

export const readServerMessage = (text: string) => readJson(serverMessage, text);

const batchHeader = z.object({ frame_id: z.int(), gen_ms: z.number() });

/** Images of one step of the model. */
export interface Batch {
  /** number of the first image in its world, which starts again with each scene */
  frameId: number;
  /** false for a seed, which is shown before anything is generated */
  isGenerated: boolean;
  jpegs: Buffer[];
}

/** Parses a binary message: lengths (uint32, little-endian) before a JSON header and each JPEG. Null if it is damaged. */
export function readBatch(bytes: Buffer): Batch | null {
  let at = 0;
  const length = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const part = () => {
    const from = at + 4;
    at = from + length();
    if (at > bytes.length) throw new RangeError('beyond its end');
    return bytes.subarray(from, at);
  };
  try {
    const header = batchHeader.parse(JSON.parse(part().toString('utf8')));
    const jpegs = Array.from({ length: Math.min(length(), 16) }, part);
    return { frameId: header.frame_id, isGenerated: header.gen_ms > 0, jpegs };
  } catch {
    return null;
  }
}

export interface Init {
  model: string;
  backend: string;
  /** null for the model's own precision */
  quant: string | null;
  seed: Buffer;
}

/** Every field of the config is required: Biome drops messages without one silently, or with an unknown one. */
export const initMessage = (id: string, { model, backend, quant, seed }: Init) =>
  JSON.stringify({
    type: 'init',
    req_id: id,
    model,
    config: {
      quant,
      engine_backend: backend,
      scene_authoring: true,
      action_logging: false,
      video_recording: false,
      video_output_dir: null,
      cap_inference_fps: true,
    },
    seed_image_data: seed.toString('base64'),
    seed_filename: 'reverie.jpg',
  });

export const sceneMessage = (id: string, prompt: string, isNew: boolean) =>
  JSON.stringify({ type: isNew ? 'generate_scene' : 'scene_edit', req_id: id, prompt });

export interface Input {
  buttons: readonly string[];
  mouseX: number;
  mouseY: number;
}

export const controlMessage = ({ buttons, mouseX, mouseY }: Input) =>
  JSON.stringify({ type: 'control', buttons, mouse_dx: mouseX, mouse_dy: mouseY, ts: performance.now() });
export const PAUSE = JSON.stringify({ type: 'pause' });
export const RESUME = JSON.stringify({ type: 'resume' });
