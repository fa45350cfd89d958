import { z } from 'zod';
import { readJson } from '../../../kit/parse-json.ts';

/** frames that the server has handled so far; each one gets an answer with it */
const handled = z.int().min(0).optional();

/** The messages of JoyAI-Video-Edit's `/ws` that we handle; all others are ignored. */
const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queue_position'), position: z.int().min(0) }),
  z.object({ type: z.literal('session_granted') }),
  /** answers `start`; frames that follow show its prompt */
  z.object({ type: z.literal('started'), output_codec: z.string().optional() }),
  z.object({ type: z.literal('accepted'), frames_in: handled }),
  z.object({ type: z.literal('chunk_start'), frames_in: handled }),
  /** describes the image that follows it */
  z.object({ type: z.literal('output_frame'), key: z.boolean().default(false) }),
  z.object({ type: z.literal('chunk_done'), frames_in: handled }),
  /** it begins again from the next frame, and drops the one that it was sent */
  z.object({ type: z.literal('session_reset'), frames_in: handled }),
  /** our acknowledgements came late, so it has left out this many images */
  z.object({ type: z.literal('flow_drop'), count: z.int().min(0) }),
  z.object({ type: z.literal('session_timeout') }),
  z.object({ type: z.literal('error'), message: z.string().default('') }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

export const readServerMessage = (text: string) => readJson(serverMessage, text);

/** Without a size, the server uses the one that it is warmed up for. */
export const startMessage = (prompt: string, seed: number) =>
  JSON.stringify({
    type: 'start',
    prompt,
    seed,
    input_codec: 'mjpeg',
    // An eighth of the bytes of JPEGs. A server that allows only those says so in its answer.
    output_codec: 'h264',
    output_quality: 90,
    // It would wait for a face that sits still.
    gate_enabled: false,
    // It would send a camera picture to another company's language model.
    use_pe: false,
  });
export const frameMessage = (seq: number, at: number) =>
  JSON.stringify({ type: 'frame_meta', seq, t_capture_ms: at });
export const ackMessage = (received: number) => JSON.stringify({ type: 'ack', recv: received });
export const STOP = JSON.stringify({ type: 'stop' });

const health = z.object({ ok: z.literal(true), runtime_loaded: z.boolean(), dit_ckpt: z.string() });
export const readHealth = (answer: unknown) => health.safeParse(answer).data ?? null;

const side = z.int().min(64).max(4096);
const defaults = z.object({ width: side, height: side, record_enabled: z.boolean() });

/** Reads the server's settings from its page, the only place that has them. Null if it is another page. */
export function readPage(page: unknown) {
  const [, json = ''] = /SERVER_DEFAULTS = (\{.*\});/.exec(String(page)) ?? [];
  return readJson(defaults, json);
}
