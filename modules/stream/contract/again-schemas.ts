import { z } from 'zod';
import { AT_MAX } from '../../scores/contract/limits.ts';
import { score } from '../../scores/contract/score.ts';

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

/** POST /api/stream/score */
export const scoreRequest = z.strictObject({
  session_id: sessionId,
  score,
  /** plays it from its start; otherwise it goes on where it was */
  restart: z.boolean(),
});
