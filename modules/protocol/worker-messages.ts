import { z } from 'zod';
import { plainFault } from '../../src/kit/plain-fault.ts';
import { controlDeclarations, workerControlValue } from './control-declarations.ts';
import { CODEC } from './frame.ts';
import { PROMPT_MAX } from './limits.ts';

/** Version of the worker protocol; a worker that speaks another one is refused. */
export const PROTOCOL = 1;

/** The relay closes with this code a worker that is to stay away until it is restarted; other workers dial again. */
export const REMOVED_CODE = 4003;

/** Control characters are refused where they come in: Postgres can't store all of them. */
const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^\P{Cc}+$/u, 'must not hold control characters');
const count = z.int().min(0);
/** Words that are stored: Postgres takes no NUL, and people read one line. */
const inOneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

/** JSON messages of a worker to the relay; its frames are binary (frame.ts). */
export const workerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.literal(PROTOCOL, `this relay speaks protocol ${PROTOCOL}`),
    /** the same after a restart: a drain and its failures hold for it */
    worker_id: id,
    /** of this start of it; a removal holds for it */
    run: id.nullish(),
    generator: id,
    version: id,
    width: z.int().min(16).max(8192),
    height: z.int().min(16).max(8192),
    fps: z.number().min(1).max(120),
    /** names the one dream that this worker was started for */
    job_id: id.nullish(),
    /** false for a program that was not trained, such as the painter; absent: true */
    ai: z.boolean().optional(),
    /** the model that draws, and the licence that it comes under */
    model: id.nullish(),
    licence: id.nullish(),
    /** the licence of what it draws with keeps it from being sold */
    non_commercial: z.boolean().optional(),
    /** codings that it can send (frame.ts); absent: JPEG alone */
    codecs: z.array(count).max(16).optional(),
    /** what its viewer may turn */
    controls: controlDeclarations.nullish(),
  }),
  z.object({
    type: z.literal('loading'),
    progress: z.number().min(0).max(1).nullish(),
    text: z.string().max(200).nullish(),
  }),
  z.object({
    type: z.literal('ready'),
    /** facts that it has only now, since it was not loaded when it said hello */
    version: id.optional(),
    controls: controlDeclarations.optional(),
  }),
  z.object({
    type: z.literal('prompt_ack'),
    id,
    frame_id: count.max(0xffffffff),
    /** what of the prompt was not understood, in words for people */
    text: z.string().max(200).nullish(),
    /** false when nothing of it is in that picture */
    drawn: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('stats'),
    fps: z.number().min(0).max(1000),
    pcie: z.object({ h2d: z.number().min(0), d2h: z.number().min(0) }).nullish(),
    /** how the generator fares, in words for people */
    text: z.string().max(200).nullish(),
  }),
  z.object({
    type: z.literal('error'),
    /** for operators */
    message: z.string().max(1000),
    /** what the viewer reads as the reason */
    text: z.string().max(200).transform(inOneLine).nullish(),
  }),
  z.object({ type: z.literal('stopped') }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
export type WorkerHello = Extract<WorkerMessage, { type: 'hello' }>;

const codec = z.literal([CODEC.jpeg, CODEC.h264]);

/** Messages of the relay to a worker. */
export const relayMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome') }),
  z.object({
    type: z.literal('start'),
    session_id: id,
    width: z.int(),
    height: z.int(),
    fps: z.number(),
    seed: z.int(),
    /** coding of its frames; absent: JPEG */
    codec: codec.optional(),
    /** id of the watermark for its video, 16 hex digits; absent: none. JPEGs get theirs when the recording is made */
    watermark: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .optional(),
    /** what the controls stand at that the worker has declared */
    controls: z.record(z.string(), workerControlValue).optional(),
  }),
  z.object({ type: z.literal('control'), name: z.string(), value: workerControlValue }),
  z.object({ type: z.literal('prompt'), id, text: z.string().max(PROMPT_MAX) }),
  /** quality: of JPEGs, 1–100; kbps: most bits of video a second */
  z.object({
    type: z.literal('pace'),
    fps: z.number(),
    quality: z.number(),
    kbps: z.number().positive().optional(),
  }),
  /** coding of all frames from the next one on, which is a keyframe */
  z.object({ type: z.literal('codec'), codec }),
  /** the next frame is to be a keyframe */
  z.object({ type: z.literal('keyframe') }),
  z.object({ type: z.literal('stop'), reason: z.string() }),
]);
export type RelayMessage = z.infer<typeof relayMessage>;

/** Reads one JSON message, or says in a sentence what is wrong with it. Never throws. */
export function readMessage<T extends z.ZodType>(schema: T, text: string): z.output<T> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The message is not valid JSON.';
  }
  const parsed = schema.safeParse(value, { error: plainFault });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.');
  return field && issue?.code !== 'custom'
    ? `${field}: ${issue?.message}`
    : (issue?.message ?? 'The message is not valid.');
}
