import { z } from 'zod';
import { readJson } from '../../../kit/parse-json.ts';

const ids = z.array(z.string()).default([]);

/** The messages on vLLM-Omni's `/v1/realtime/video` that we handle; all others are ignored. */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('video.start') }),
  /** describes the binary message that follows */
  z.object({
    type: z.literal('video.chunk_metadata'),
    kind: z.enum(['media', 'trailer']),
    num_frames: z.int().min(0),
    byte_length: z.int().min(0),
    /** prompts that first show in this chunk */
    started_event_ids: ids,
  }),
  z.object({ type: z.literal('session.done') }),
  z.object({
    type: z.literal('error'),
    message: z.string().default(''),
    code: z.union([z.string(), z.number()]).nullish(),
    event_id: z.string().nullish(),
  }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
export type ChunkFacts = Extract<ServerMessage, { type: 'video.chunk_metadata' }>;

export const readServerMessage = (text: string) => readJson(serverMessage, text);

/** Helios's own settings for one step per stage; without them it is many times slower. */
const DISTILLED = {
  is_enable_stage2: true,
  pyramid_num_stages: 3,
  pyramid_num_inference_steps_list: [1, 1, 1],
  is_amplify_first_chunk: true,
};

export interface Start {
  model: string;
  prompt: string;
  seed: number;
  guidance: number;
  fps: number;
  frames: number;
  /** seconds of video that the server may generate ahead of playback; null disables pacing */
  aheadSeconds: number | null;
}

export const startMessage = ({ model, prompt, seed, guidance, fps, frames, aheadSeconds }: Start) =>
  JSON.stringify({
    type: 'session.start',
    model,
    prompt,
    format: 'm4s',
    width: 640,
    height: 384,
    fps,
    num_frames: frames,
    seed,
    guidance_scale: guidance,
    extra_params: DISTILLED,
    ...(aheadSeconds !== null && { streaming_buffer_seconds: aheadSeconds }),
  });

/** @param transition chunks until the new prompt has fully replaced the old one; 0 cuts */
export const promptMessage = (eventId: string, text: string, transition: number) =>
  JSON.stringify({
    type: 'session.interaction',
    interaction: { event_id: eventId, event: { prompt: text }, transition_chunks: transition },
  });

export const playedMessage = (seconds: number) =>
  JSON.stringify({ type: 'session.playback', position_seconds: seconds });

export const PING = JSON.stringify({ type: 'session.ping' });
export const STOP = JSON.stringify({ type: 'session.stop' });
