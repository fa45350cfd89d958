import { z } from 'zod';
import { CODEC_IDS } from './codecs.ts';
import { controlDeclarations, workerControlValue } from './control-declarations.ts';
import { VIDEO_SOURCES } from './controls.ts';
import { CODES_MAX, PROMPT_MAX } from './limits.ts';
import { CAPTION_MAX, SOUND_CHANNELS, SOUND_RATE } from './sound.ts';

/** Version of the worker protocol. Workers with a different version are rejected. */
export const PROTOCOL = 1;

/** Close code for a worker that must stay away until restarted. After any other code, workers reconnect. */
export const REMOVED_CODE = 4003;

/** Control characters are rejected on arrival, since Postgres can't store all of them. */
const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^\P{Cc}+$/u, 'must not hold control characters');
const count = z.int().min(0);
/** For text that is stored: Postgres doesn't accept NUL, and people read a single line. */
const inOneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Codes of this message's texts, by their English (worker-texts.ts). */
const texts = z.record(z.string().max(1000), z.string().max(CODES_MAX)).optional();

/** A worker's JSON messages to the relay; its frames are binary (frame.ts). */
export const workerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.literal(PROTOCOL, `this relay speaks protocol ${PROTOCOL}`),
    /** the same across restarts; drains and failures apply to it */
    worker_id: id,
    /** different for each start; removals apply to it */
    run: id.nullish(),
    generator: id,
    version: id,
    width: z.int().min(16).max(8192),
    height: z.int().min(16).max(8192),
    fps: z.number().min(1).max(120),
    /** the only dream that this worker was started for */
    job_id: id.nullish(),
    /** false for a program without a trained model, such as the painter; default: true */
    ai: z.boolean().optional(),
    /** the model in use, and its licence */
    model: id.nullish(),
    licence: id.nullish(),
    /** true if the licence prohibits commercial use */
    non_commercial: z.boolean().optional(),
    /** true if the licence prohibits access by anyone but the owner of its machine */
    local_only: z.boolean().optional(),
    /**
     * it repeats dreams frame for frame and takes `at_frame` and `past`; its frame_ids count every frame from 1, sent or
     * not
     */
    exact: z.boolean().optional(),
    /** longest soft transition that it can make, in seconds; default: none */
    soft: z.number().min(0).max(60).optional(),
    /** codecs that it can send (codecs.ts); default: JPEG only */
    codecs: z.array(count).max(16).optional(),
    /** it sends sound (sound.ts) */
    sound: z
      .object({ codec: z.literal('opus'), rate: z.literal(SOUND_RATE), channels: z.literal(SOUND_CHANNELS) })
      .optional(),
    /** controls that its viewer may change */
    controls: controlDeclarations.nullish(),
    texts,
  }),
  z.object({
    type: z.literal('loading'),
    texts,
    progress: z.number().min(0).max(1).nullish(),
    text: z.string().max(200).nullish(),
  }),
  z.object({
    type: z.literal('ready'),
    texts,
    /** facts that it only knows once it's loaded, after its hello */
    version: id.optional(),
    controls: controlDeclarations.optional(),
  }),
  z.object({
    type: z.literal('prompt_ack'),
    texts,
    id,
    frame_id: count.max(0xffffffff),
    /** the parts of the prompt that it didn't understand, in words for people */
    text: z.string().max(200).nullish(),
    /** false if no part of the prompt is in the frame */
    drawn: z.boolean().optional(),
  }),
  /** words for the sound from now on; empty for silence */
  z.object({
    type: z.literal('sound_caption'),
    texts,
    text: z.string().max(CAPTION_MAX).transform(inOneLine),
  }),
  /** the first frame with a control's new value */
  z.object({
    type: z.literal('control_ack'),
    texts,
    name: z.string().min(1).max(64),
    frame_id: count.max(0xffffffff),
  }),
  z.object({
    type: z.literal('stats'),
    texts,
    fps: z.number().min(0).max(1000),
    pcie: z.object({ h2d: z.number().min(0), d2h: z.number().min(0) }).nullish(),
    /** the generator's condition, in words for people */
    text: z.string().max(200).nullish(),
  }),
  z.object({
    type: z.literal('error'),
    texts,
    /** for operators */
    message: z.string().max(1000),
    /** reason shown to the viewer */
    text: z.string().max(200).transform(inOneLine).nullish(),
  }),
  z.object({ type: z.literal('stopped'), texts }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
export type WorkerHello = Extract<WorkerMessage, { type: 'hello' }>;

const codec = z.literal(CODEC_IDS);

/** The relay's messages to a worker. */
export const relayMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome') }),
  z.object({
    type: z.literal('start'),
    session_id: id,
    width: z.int(),
    height: z.int(),
    fps: z.number(),
    seed: z.int(),
    /** codec for its frames; default: JPEG */
    codec: codec.optional(),
    /** the server accepts its sound */
    sound: z.boolean().optional(),
    /** id of the watermark for its video, 16 hex digits; default: none. JPEGs are marked when the recording is made */
    watermark: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional(),
    /** values of the worker's declared controls */
    controls: z.record(z.string(), workerControlValue).optional(),
    /** only for exact workers: the part of an earlier dream to go through first; frame: the first one to show */
    past: z
      .object({
        frame: z.int().min(1),
        controls: z.record(z.string(), workerControlValue),
        shots: z.array(
          z.object({
            frame: z.int().min(1),
            prompt: z.string().max(PROMPT_MAX).optional(),
            soft: z.number().optional(),
            controls: z.record(z.string(), workerControlValue).optional(),
          }),
        ),
      })
      .optional(),
  }),
  z.object({
    type: z.literal('control'),
    name: z.string(),
    value: workerControlValue,
    /** as for prompts */
    at_frame: z.int().min(1).optional(),
  }),
  /** a declared video control; while it is on, its newest frames come as binary messages (JPEG, as in frame.ts) */
  z.object({
    type: z.literal('video'),
    name: z.string(),
    on: z.boolean(),
    source: z.enum(VIDEO_SOURCES).optional(),
  }),
  z.object({
    type: z.literal('prompt'),
    id,
    text: z.string().max(PROMPT_MAX),
    /** only for exact workers: the frame that must show it first */
    at_frame: z.int().min(1).optional(),
    /** only for soft workers: seconds of the transition, 0 for a cut */
    soft: z.number().min(0).optional(),
    /** the past already shows it: starts the dream unchanged */
    resumes: z.literal(true).optional(),
    /** another prompt for the first frame follows */
    more: z.literal(true).optional(),
  }),
  /** quality: JPEG quality, 1–100; kbps: maximum video bit rate */
  z.object({
    type: z.literal('pace'),
    fps: z.number(),
    quality: z.number(),
    kbps: z.number().positive().optional(),
  }),
  /** codec from the next frame on, which must be a keyframe */
  z.object({ type: z.literal('codec'), codec }),
  /** the next frame must be a keyframe */
  z.object({ type: z.literal('keyframe') }),
  z.object({ type: z.literal('stop'), reason: z.string() }),
]);
export type RelayMessage = z.infer<typeof relayMessage>;

/** Parses a JSON message. Never throws. @returns the fault as a sentence if it's invalid */
export function readMessage<T extends z.ZodType>(schema: T, text: string): z.output<T> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The message is not valid JSON.';
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.');
  return field && issue?.code !== 'custom'
    ? `${field}: ${issue?.message}`
    : (issue?.message ?? 'The message is not valid.');
}
