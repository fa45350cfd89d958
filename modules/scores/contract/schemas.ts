import { z } from 'zod';
import { IMPORT_MAX } from './limits.ts';
import { score } from './score.ts';

const id = z.string().regex(/^[\w-]{1,64}$/);

/** POST /api/scores: stores a new score, or replaces the caller's score with this id */
export const saveRequest = z.strictObject({
  id: id.optional(),
  score,
  /** operators only: offers it to everyone */
  example: z.boolean().optional(),
});

/** POST /api/scores/read: a file with JSON or subtitles */
export const readRequest = z.strictObject({ text: z.string().min(1).max(IMPORT_MAX) });

/** A stored score as the API presents it. */
const keptScore = z.object({
  id: z.string(),
  name: z.string(),
  shots: z.number(),
  /** false for an operator's example */
  own: z.boolean(),
  example: z.boolean(),
  /** UTC without a zone suffix */
  changed: z.string().nullable(),
});
export type KeptScore = z.infer<typeof keptScore>;
/** GET /api/scores: the caller's own, last changed first, then the operators' examples */
export const scoresAnswer = z.object({ scores: z.array(keptScore) });
export type ScoresAnswer = z.infer<typeof scoresAnswer>;
/** GET /api/scores/{id}, GET /api/sessions/{id}/score and POST /api/scores/read */
export const scoreAnswer = z.object({
  score,
  /** the end is missing, because a score can't have that many shots */
  cut: z.literal(true).optional(),
});
export type ScoreAnswer = z.infer<typeof scoreAnswer>;
