import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { session } from './schemas.ts';
import { asOf, sessionIds } from './selection-schemas.ts';

/** A deleted dream that hasn't been purged. */
const trashedSession = session.extend({
  hidden_at: z.string().nullable(),
  /** From this time on it may be purged at any moment. */
  gone_at: z.string().nullable(),
});
export type TrashedSession = z.infer<typeof trashedSession>;
/** GET /api/trash?cursor= */
export const trashQuery = z.object({
  cursor: z.string().max(100, { error: m.dreams_error_cursor }).optional(),
});
export const trashAnswer = z.object({
  sessions: z.array(trashedSession),
  nextCursor: z.string().nullable(),
  /** Number of restorable dreams. */
  total_count: z.number(),
  /** Time of this count in ms since the epoch; dreams deleted later aren't included. */
  as_of: z.number(),
});
export type TrashAnswer = z.infer<typeof trashAnswer>;

/** Part of the trash, all of it as it was counted, or one deletion. */
export const trashRequest = z.union([
  z.strictObject({ session_ids: sessionIds }),
  z.strictObject({ all: z.literal(true), as_of: asOf }),
  z.strictObject({ hidden_at: z.iso.datetime({ local: true }) }),
]);
/** PATCH /api/sessions/restore; just a count unless the dreams were named by id */
export const restoreAnswer = z.union([
  z.object({ restored_ids: z.array(z.string()), requested_count: z.number() }),
  z.object({ restored_count: z.number() }),
]);
export type RestoreAnswer = z.infer<typeof restoreAnswer>;
/** DELETE /api/trash; just a count unless the dreams were named by id */
export type PurgeAnswer = { purged_ids: string[] } | { purged_count: number };
