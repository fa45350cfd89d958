import { z } from 'zod';
import { PROMPT_MAX } from '../../protocol/limits.ts';
import { AT_MAX } from '../../scores/contract/limits.ts';
import { line, score } from '../../scores/contract/score.ts';

const IMAGE_MAX_CHARS = 700 * 1024;
const sessionId = z.string().min(1).max(64);

/** POST /api/stream/again */
export const againRequest = z.strictObject({
  session_id: sessionId,
  from: z.number().min(0).max(AT_MAX).optional(),
  /** a JPEG, in base64 */
  image: z.base64().max(IMAGE_MAX_CHARS).optional(),
  score: score.optional(),
});

/** POST /api/stream/branch */
export const branchRequest = z.strictObject({
  session_id: sessionId,
  from: z.number().min(0).max(AT_MAX),
  /** the number of the frame at that second */
  frame: z.int().min(1).max(0xffffffff).optional(),
  /** the frame as a JPEG, in base64, for generators that start from an image */
  image: z.base64().max(IMAGE_MAX_CHARS).optional(),
  prompt: line(PROMPT_MAX).pipe(z.string().min(1)),
});

/** POST /api/stream/score */
export const scoreRequest = z.strictObject({
  session_id: sessionId,
  score,
  /** plays it from its start; otherwise it continues where it was */
  restart: z.boolean(),
});
