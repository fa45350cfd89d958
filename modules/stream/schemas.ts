import { z } from 'zod';
import { JOB_STATUSES } from '../protocol/job-statuses.ts';
import { plainText } from '../protocol/plain-text.ts';

/** POST /api/stream/connect */
export const connectRequest = z.strictObject({ sessionId: plainText(64).optional() });
export const connectAnswer = z.object({
  sessionId: z.string(),
  status: z.enum(['pending', 'queued', 'ready', 'ended', 'failed']),
  ready: z.boolean(),
  websocketUrl: z.string().nullable(),
  error: z.string().nullable(),
  /** 1 is next; null when not queued */
  queuePosition: z.number().nullable(),
  /** what is done for a queued dream, in words for its person; only where there is something to say */
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

/** POST /api/stream/picture: the control's new value */
export interface PictureAnswer {
  control: string;
  value: string;
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
