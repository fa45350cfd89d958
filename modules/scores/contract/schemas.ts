import { z } from 'zod';
import { IMPORT_MAX } from './limits.ts';
import { type Score, score } from './score.ts';

const id = z.string().regex(/^[\w-]{1,64}$/);

/** POST /api/scores: stores a new score, or replaces the caller's score with this id */
export const saveRequest = z.strictObject({
  id: id.optional(),
  score,
  /** by operators only: offers it to everyone */
  example: z.boolean().optional(),
});

/** POST /api/scores/read: a file with JSON or subtitles */
export const readRequest = z.strictObject({ text: z.string().min(1).max(IMPORT_MAX) });

/** A stored score as the API presents it. */
export interface KeptScore {
  id: string;
  name: string;
  shots: number;
  /** false for an operator's example */
  own: boolean;
  example: boolean;
  /** UTC without a zone suffix */
  changed: string | null;
}
/** GET /api/scores: one's own, the last changed first, then the operators' examples */
export interface ScoresAnswer {
  scores: KeptScore[];
}
/** GET /api/scores/{id}, GET /api/sessions/{id}/score and POST /api/scores/read */
export interface ScoreAnswer {
  score: Score;
  /** the end is missing, because a score can't have as many shots */
  cut?: true;
}
