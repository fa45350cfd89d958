import { z } from 'zod';
import type { Control, ControlValue, ControlValues } from '../protocol/controls.ts';
import { JOB_STATUSES, type JobStatus } from '../protocol/job-statuses.ts';
import { PROMPT_MAX } from './limits.ts';

/** Any text without control characters, which Postgres can't store all of. */
const plainText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'must not hold control characters');

/** POST /api/stream/connect */
export const connectRequest = z.strictObject({ sessionId: plainText(64).optional() });
export const connectAnswer = z.object({
  sessionId: z.string(),
  status: z.enum(['pending', 'queued', 'ready', 'ended', 'failed']),
  ready: z.boolean(),
  websocketUrl: z.string().nullable(),
  error: z.string().nullable(),
  /** 1 is next; null when not waiting in line */
  queuePosition: z.number().nullable(),
  /** what is done for who waits in line, in words for them; only where there is something to say */
  note: z.string().optional(),
  /** of one that failed after it had begun, and was given back */
  counted: z.literal(false).optional(),
});
export type ConnectAnswer = z.infer<typeof connectAnswer>;

/**
 * GET /api/stream/status; time_left in whole seconds, the full length before the first frame. end_text says why a dream
 * failed where job_status doesn't say it all, as the socket does: the person reads what comes first of the two.
 */
export const statusAnswer = z.object({
  job_status: z.enum(JOB_STATUSES),
  time_left: z.number(),
  server_status: z.enum(['PROCESSING', 'READY', 'FAILED', 'EMPTY']).nullable(),
  end_text: z.string().optional(),
  /** where a dream that began was given back to its person */
  counted: z.literal(false).optional(),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const endRequest = z.strictObject({ sessionId: plainText(64) });

/** POST /api/draw/ticket: where a browser that draws dials, once and soon */
export interface DrawTicket {
  websocketUrl: string;
}

/** GET /api/stream/check-access; also carried by the 403 of a connect over quota */
export const accessAnswer = z.object({
  canStream: z.boolean(),
  isTrial: z.boolean(),
  isBasic: z.boolean(),
  used: z.number(),
  /** null: unlimited */
  limit: z.number().nullable(),
  remainingTrials: z.number().nullable(),
  periodEnd: z.string().nullable(),
});
export type AccessAnswer = z.infer<typeof accessAnswer>;

/** POST /api/voice; the text is null where nobody wrote it down, the address where nothing was kept */
export interface VoiceAnswer {
  text: string | null;
  voice_recording_url: string | null;
}

/** POST /api/stream/picture: what the control stands at now */
export interface PictureAnswer {
  control: string;
  value: string;
}

/** POST /api/llm/hermes, as language models answer */
export interface AgentAnswer {
  choices: {
    index: number;
    message: { role: 'assistant'; content: string };
    finish_reason: 'stop';
  }[];
}

/** What a viewer sends as JSON; any text that does not start with `{` or `[` is a prompt by itself. */
export const viewerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    id: plainText(64).optional(),
    text: z
      .string()
      .trim()
      .min(1, 'A prompt needs at least one character.')
      .max(PROMPT_MAX, `A prompt has at most ${PROMPT_MAX} characters.`),
  }),
  z.object({
    type: z.literal('ack'),
    frame_id: z.int().min(0).max(0xffffffff),
    timestamp: z.number(),
    server_timestamp: z.number().optional(),
  }),
  z.object({
    type: z.literal('control'),
    name: plainText(64),
    value: z.union([
      z.number(),
      z.boolean(),
      z.string().max(PROMPT_MAX, `A control has at most ${PROMPT_MAX} characters.`),
    ]),
  }),
  /** a prompt is being prepared: a voice model loads, or the person speaks */
  z.object({ type: z.literal('active') }),
  z.object({ type: z.literal('end') }),
]);

/** What the relay says to a viewer as JSON text (pictures are binary, or `frame` in base64 format). */
export type ViewerEvent =
  | { type: 'frame'; data: string; frame_id: number; request_ack: boolean; timestamp: number }
  /**
   * recording is false while what is shown is not kept, as a full disk takes nothing until it has room again; end_text says
   * why a dream failed or was cut short; counted is false where one that began was given back
   */
  | {
      type: 'status';
      job_status: JobStatus;
      time_left: number;
      recording?: false;
      end_text?: string;
      counted?: false;
    }
  | { type: 'queue'; position: number; size: number }
  | { type: 'loading'; progress: number | null; text: string | null }
  | GeneratorEvent
  | { type: 'prompt_received'; id: string; text: string }
  /** note: what of it the generator did not understand, in words for people; drawn: false when nothing of it is in the picture */
  | {
      type: 'prompt_ack';
      id: string;
      text: string;
      frame_id: number | null;
      superseded?: true;
      note?: string;
      drawn?: false;
    }
  | { type: 'quality'; verdict: 'good' | 'fair' | 'poor'; cause: 'network' | 'generator' | 'browser' | null }
  /** told to whoever joins, where the generator has any */
  | { type: 'controls'; controls: Control[]; values: ControlValues }
  /** what one stands at from now on */
  | { type: 'control'; name: string; value: ControlValue }
  /** id: of the prompt that is refused; control: what was asked of it is refused, and it stands where it stood */
  | { type: 'error'; error: string; id?: string; control?: string; value?: ControlValue | undefined };

/** What draws the dream, told to whoever joins and whenever there are new figures. */
export interface GeneratorEvent {
  type: 'generator';
  /** as the worker calls itself: `demo`, `1`, or `diffusion`, `sdxs on webgpu` */
  name: string;
  version: string;
  /** pictures a second that it last sent; null until it has told */
  fps: number | null;
  /** how it fares, in its own words */
  note: string | null;
}

/** POST /api/sessions/update-client-fps: frames a second drawn, by 10-second bin, plus `overall` */
export const clientFpsRequest = z.strictObject({
  sessionId: plainText(64),
  clientFpsData: z
    .record(
      z.string().regex(/^[\w:.+-]{1,32}$/, 'A bin is named by the time at which it starts.'),
      z.number().min(0).max(1000),
    )
    .refine((data) => Object.keys(data).length <= 10_000, 'Too many bins.'),
});
