import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import type { Session } from './schemas.ts';
import { asOf, sessionIds } from './selection-schemas.ts';

/** A deleted dream that hasn't been purged. */
export interface TrashedSession extends Session {
  hidden_at: string | null;
  /** From this time on it may be purged at any moment. */
  gone_at: string | null;
}
/** GET /api/trash?cursor= */
export const trashQuery = z.object({
  cursor: z.string().max(100, { error: m.dreams_error_cursor }).optional(),
});
export interface TrashAnswer {
  sessions: TrashedSession[];
  nextCursor: string | null;
  /** Number of restorable dreams. */
  total_count: number;
  /** Time of this count in ms since the epoch; dreams deleted later aren't included. */
  as_of: number;
}

/** Part of the trash, all of it as it was counted, or one deletion. */
export const trashRequest = z.union([
  z.strictObject({ session_ids: sessionIds }),
  z.strictObject({ all: z.literal(true), as_of: asOf }),
  z.strictObject({ hidden_at: z.iso.datetime({ local: true }) }),
]);
/** PATCH /api/sessions/restore; just a count unless the dreams were named by id */
export type RestoreAnswer = { restored_ids: string[]; requested_count: number } | { restored_count: number };
/** DELETE /api/trash; just a count unless the dreams were named by id */
export type PurgeAnswer = { purged_ids: string[] } | { purged_count: number };
