import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { AT_MAX } from '../../scores/contract/limits.ts';
import { REWIND_MAX_MS } from './limits.ts';

/** Ms since the dream's first frame. */
const moment = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** GET /api/sessions/{id}/rewind/frames: `at` or `after` */
export const rewindQuery = z
  .strictObject({
    /** the frame to show first */
    at: moment.optional(),
    /** the last frame that the caller has; continues with the next */
    after: moment.optional(),
    /** ms to play from there */
    for: moment.pipe(z.number().max(REWIND_MAX_MS)).default(0),
  })
  .refine(({ at, after }) => (at === undefined) !== (after === undefined), {
    error: m.stream_rewind_at_or_after,
  });

/** GET /api/sessions/{id}/rewind. Times are in ms since the dream's first frame. */
export const rewindAnswer = z.object({
  /** the newest frame on the tape */
  to: z.number(),
  /** false while the disk rejects frames: then `to` stands still */
  recording: z.boolean(),
  /** the generator can continue from one of its frames */
  branches: z.boolean(),
  /** prompts by the time at which they showed, the last hundred */
  prompts: z.array(z.object({ at: z.number(), text: z.string() })),
});
export type RewindAnswer = z.infer<typeof rewindAnswer>;

/** POST /api/sessions/{id}/clips */
export const clipRequest = z.strictObject({
  /** an id made by the caller; a call that is repeated with it keeps nothing twice */
  key: z.string().regex(/^[\w-]{8,64}$/),
  /** the clip's last moment, in ms since the dream's first frame; default: now */
  until: z
    .number()
    .min(0)
    .max(AT_MAX * 1000)
    .optional(),
});
export const clipAnswer = z.object({ session_id: z.string() });
export type ClipAnswer = z.infer<typeof clipAnswer>;
