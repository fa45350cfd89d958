import { z } from 'zod';
import { controlDeclarations } from './control-declarations.ts';
import { VIDEO_SOURCES } from './controls.ts';
import { JOB_STATUSES } from './job-statuses.ts';
import { WATCHER_ROLES } from './watcher-roles.ts';

const value = z.union([z.number(), z.boolean(), z.string()]);
const role = z.enum(WATCHER_ROLES);

/** Why a message, prompt or change is rejected; stable, unlike the text. */
const refusalCode = z.enum([
  'ended',
  'invalid-message',
  'prompt-empty',
  'prompt-too-long',
  'prompt-id-used',
  'prompt-not-stored',
  'prompt-unchecked',
  'suggestion-limit',
  'not-a-player',
  /** by the safety rules; for a control also a warning, and the value stands */
  'moderated',
  'control-unknown',
  'control-fixed',
  'control-value',
  'control-no-image',
  'control-not-stored',
  'control-too-many',
]);

/** A suggestion in a vote. */
const candidate = z.object({
  id: z.string(),
  text: z.string(),
  /** first name; null for a guest */
  from: z.string().nullable(),
  votes: z.number(),
});

/** The relay's JSON messages about an audience: to its watchers, to the dreamer, or to both. */
export const audienceEvents = [
  /** to a watcher: their role, and false if their browser can show nothing of the dream */
  z.object({
    type: z.literal('audience'),
    watching: z.number(),
    role,
    playable: z.boolean(),
    /** they accept no video, so they get a JPEG of each keyframe, about every two seconds */
    images: z.literal(true).optional(),
    you: z.string(),
    /** to a guest who is a player: `&again=` in the URL of their next connection keeps the role */
    again: z.string().optional(),
  }),
  /** to the dreamer: the people */
  z.object({
    type: z.literal('audience'),
    watching: z.number(),
    people: z.array(z.object({ watcher: z.string(), name: z.string().nullable(), role })),
  }),
  z.object({
    type: z.literal('suggestion'),
    id: z.string(),
    text: z.string(),
    from: z.string().nullable(),
    /** watchers who suggested it in these words; sent again when it changes */
    wishes: z.number(),
  }),
  /** taken, dropped or expired */
  z.object({ type: z.literal('suggestion_gone'), id: z.string() }),
  /** a watcher's words that were chosen but can't become the prompt, and why */
  z.object({
    type: z.literal('suggestion_refused'),
    text: z.string(),
    from: z.string().nullable(),
    error: z.string(),
  }),
  /** seconds: until the most wanted suggestion becomes the prompt; every: between two outcomes; null: no vote is open */
  z.object({
    type: z.literal('ballot'),
    seconds: z.number().nullable(),
    every: z.number().nullable(),
    candidates: z.array(candidate),
  }),
  /** new ones of each kind */
  z.object({ type: z.literal('reactions'), counts: z.array(z.number()) }),
] as const;

/** The relay's JSON messages to a viewer (frames are binary, or `frame` in base64 format). */
export const viewerEvents = [
  z.object({
    type: z.literal('frame'),
    data: z.string(),
    frame_id: z.number(),
    request_ack: z.boolean(),
    timestamp: z.number(),
  }),
  z.object({
    type: z.literal('status'),
    job_status: z.enum(JOB_STATUSES),
    time_left: z.number(),
    /** false while frames aren't recorded, for example because the disk is full */
    recording: z.literal(false).optional(),
    /** why a dream failed or was cut short */
    end_text: z.string().optional(),
    /** false if a dream that had started was refunded */
    counted: z.literal(false).optional(),
  }),
  z.object({ type: z.literal('queue'), position: z.number(), size: z.number() }),
  z.object({ type: z.literal('loading'), progress: z.number().nullable(), text: z.string().nullable() }),
  /** the dream's generator, sent to each viewer on joining and whenever its figures change */
  z.object({
    type: z.literal('generator'),
    /** the worker's name for itself: `demo`, `1`, or `diffusion`, `sdxs on webgpu` */
    name: z.string(),
    version: z.string(),
    /** false for a program without a trained model, such as the painter */
    ai: z.boolean(),
    /** last reported frames per second; null until the first report */
    fps: z.number().nullable(),
    /** its condition, in its own words */
    note: z.string().nullable(),
  }),
  z.object({
    type: z.literal('prompt_received'),
    id: z.string(),
    text: z.string(),
    /** first name of the watcher whose prompt it is, null for a guest; absent for the dreamer's own */
    from: z.string().nullable().optional(),
  }),
  z.object({
    type: z.literal('prompt_ack'),
    id: z.string(),
    text: z.string(),
    frame_id: z.number().nullable(),
    superseded: z.literal(true).optional(),
    /** the parts that the generator didn't understand, in words for people */
    note: z.string().optional(),
    /** false if no part of the prompt is in the image */
    drawn: z.literal(false).optional(),
  }),
  z.object({
    type: z.literal('quality'),
    verdict: z.enum(['good', 'fair', 'poor']),
    cause: z.enum(['network', 'generator', 'browser']).nullable(),
  }),
  /** blur the video from now on, and why */
  z.object({
    type: z.literal('safety'),
    blurred: z.boolean(),
    text: z.string().nullable(),
    id: z.never().optional(),
  }),
  /** a warning about the prompt with this id, which is still used */
  z.object({ type: z.literal('safety'), id: z.string(), text: z.string() }),
  ...audienceEvents,
  /** sent to each viewer on joining, if the generator has any */
  z.object({
    type: z.literal('controls'),
    controls: controlDeclarations,
    values: z.record(z.string(), value),
  }),
  /** words for the sound from now on, such as “rain, wind”; empty for silence */
  z.object({ type: z.literal('sound_caption'), text: z.string() }),
  /** the frame that first shows what is held on a control of kind axes */
  z.object({ type: z.literal('steer_ack'), name: z.string(), frame_id: z.number() }),
  z.object({ type: z.literal('control'), name: z.string(), value }),
  /**
   * a camera or screen was switched on or off; frames show its edited pictures, and once it was on, the dream counts as
   * edited. Sent to each viewer and watcher on joining, if it was ever on
   */
  z.object({
    type: z.literal('video'),
    name: z.string(),
    on: z.boolean(),
    source: z.enum(VIDEO_SOURCES).optional(),
    /** why it was switched off, if not by the viewer */
    error: z.string().optional(),
  }),
  /** the dream's score, sent to each viewer on joining and whenever its state changes */
  z.object({
    type: z.literal('score'),
    /** waiting: for the first frame; holding: at a shot that waits for the dreamer */
    state: z.enum(['waiting', 'playing', 'paused', 'holding', 'done']),
    /** ids of the last shot and of the next one */
    last: z.string().nullable(),
    next: z.string().nullable(),
    /** ms until the next shot; null if it isn't counting */
    in_ms: z.number().nullable(),
    /** longest soft transition that the generator can make, in seconds, 0 if none; null while unknown */
    soft: z.number().nullable(),
    /** continues the story by itself */
    goes_on: z.boolean(),
  }),
  z.object({
    type: z.literal('error'),
    code: refusalCode,
    error: z.string(),
    /** the rejected prompt’s id */
    id: z.string().optional(),
    /** the control whose change is rejected */
    control: z.string().optional(),
    value: value.optional(),
  }),
] as const;
