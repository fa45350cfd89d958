import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { JOB_STATUSES } from '../../protocol/job-statuses.ts';
import { plainText } from '../../protocol/plain-text.ts';

/** Marks the live page's early call: words from the home page stay stored, in case of a reload before its island has them. */
export const EARLY_HEADER = 'Early-Connect';

/** POST /api/stream/connect */
export const connectRequest = z.strictObject({ sessionId: plainText(64).optional() });
export const connectAnswer = z.object({
  sessionId: z.string(),
  status: z.enum(['pending', 'queued', 'ready', 'ended', 'failed']),
  ready: z.boolean(),
  websocketUrl: z.string().nullable(),
  error: z.string().nullable(),
  /** 1 is next; null if not queued */
  queuePosition: z.number().nullable(),
  /** progress of a queued dream, as text for the user; absent if there is nothing to say */
  note: z.string().optional(),
  /** set if the dream failed after it started and doesn't count towards the quota */
  counted: z.literal(false).optional(),
});
export type ConnectAnswer = z.infer<typeof connectAnswer>;

/**
 * GET /api/stream/status. `time_left` is in whole seconds: the full length before the first frame. `end_text` says why
 * a dream failed where job_status isn't specific enough; the socket sends the same text, and the page shows the first
 * one to arrive.
 */
export const statusAnswer = z.object({
  job_status: z.enum(JOB_STATUSES),
  time_left: z.number(),
  server_status: z.enum(['PROCESSING', 'READY', 'FAILED', 'EMPTY']).nullable(),
  end_text: z.string().optional(),
  /** set if a dream that had started doesn't count towards the quota */
  counted: z.literal(false).optional(),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const endRequest = z.strictObject({ sessionId: plainText(64) });

/** PATCH /api/sessions/{id}/audience. A dream that is closed keeps no choices. */
export const audienceRequest = z.strictObject({
  open: z.boolean(),
  /** only people with an account may watch */
  signedIn: z.boolean().default(false),
  /** watchers see the dreamer's first name */
  named: z.boolean().default(false),
});
/** GET and PATCH /api/sessions/{id}/audience */
export const audienceAnswer = z.object({
  open: z.boolean(),
  /** null while it is closed */
  watchUrl: z.string().nullable(),
  signedIn: z.boolean(),
  named: z.boolean(),
});
export type AudienceAnswer = z.infer<typeof audienceAnswer>;

/**
 * GET /api/watch/{id}. `waiting`: the dream hasn't started, or its server is being found; `full`: as many watch as may;
 * `sign-in`: only people with an account may watch.
 */
export const watchAnswer = z.object({
  state: z.enum(['waiting', 'live', 'ended', 'closed', 'full', 'sign-in']),
  /** for one socket; null if there is none to open */
  websocketUrl: z.string().nullable(),
  watching: z.number(),
  /** page of the recording after the end, if the dreamer shares it */
  sharedUrl: z.string().nullable(),
});
export type WatchAnswer = z.infer<typeof watchAnswer>;

/** GET /api/stream/check-access; also sent with the 403 of a connect over quota */
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

/** POST /api/stream/picture: the control's new value */
export const imageAnswer = z.object({
  control: z.string(),
  value: z.string(),
});
export type ImageAnswer = z.infer<typeof imageAnswer>;

/** POST /api/sessions/update-client-fps: frames per second drawn, by 10-second bin, plus `overall` */
export const clientFpsRequest = z.strictObject({
  sessionId: plainText(64),
  clientFpsData: z
    .record(
      z.string().regex(/^[\w:.+-]{1,32}$/, { error: () => m.stream_fps_bin_name() }),
      z.number().min(0).max(1000),
    )
    .refine((data) => Object.keys(data).length <= 10_000, { error: () => m.stream_fps_too_many() }),
});
