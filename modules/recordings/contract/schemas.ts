import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';

/** Files of a recording that people can download. */
export type MadeFileKind = 'video' | 'preview' | 'poster' | 'thumbnail' | 'filmstrip' | 'export';

/** GET /api/check, by a watermark's number or a file's hash */
export const checkQuery = z.union(
  [
    z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/i) }),
    z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/i) }),
  ],
  { error: () => m.recordings_error_check_query() },
);

/** Facts about a file made here, never about its owner. */
export const checkAnswer = z.object({
  /** true if it was made here */
  known: z.boolean(),
  /** start of the dream, UTC without a time zone */
  made_at: z.string().nullable(),
  generator: z.string().nullable(),
  /** made by a trained model rather than a program such as the painter */
  ai: z.boolean().nullable(),
  /** the person's camera or screen was on, so it may show edited pictures of it */
  from_camera: z.literal(true).optional(),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;
