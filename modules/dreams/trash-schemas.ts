import { z } from 'zod';
import type { Session } from './schemas.ts';
import { asOf, sessionIds } from './selection-schemas.ts';

/** A deleted dream, until it is gone for good. */
export interface TrashedSession extends Session {
  hidden_at: string | null;
  /** from this moment on it can be gone at any time */
  gone_at: string | null;
}
/** GET /api/trash?cursor= */
export const trashQuery = z.object({ cursor: z.string().max(100, 'cursor is not one of ours').optional() });
export interface TrashAnswer {
  sessions: TrashedSession[];
  nextCursor: string | null;
  /** all that can be brought back */
  total_count: number;
  /** names this count: what is deleted later does not belong to it; ms since the epoch */
  as_of: number;
}

/** Some of the trash, all of it as it was counted, or what one deletion put there. */
export const trashRequest = z.union([
  z.strictObject({ session_ids: sessionIds }),
  z.strictObject({ all: z.literal(true), as_of: asOf }),
  z.strictObject({ hidden_at: z.iso.datetime({ local: true }) }),
]);
/** PATCH /api/sessions/restore; of dreams that were not named one by one, how many */
export type RestoreAnswer = { restored_ids: string[]; requested_count: number } | { restored_count: number };
/** DELETE /api/trash, likewise */
export type PurgeAnswer = { purged_ids: string[] } | { purged_count: number };
