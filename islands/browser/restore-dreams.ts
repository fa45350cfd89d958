import type { RestoreAnswer } from '../../modules/dreams/trash-schemas.ts';
import { api } from './api.ts';

/** Of the trash: these dreams, what one deletion put there, or all that was there at a moment. */
export type Trashed = { session_ids: string[] } | { hidden_at: string } | { all: true; as_of: number };

/** Brings deleted dreams back. @returns how many @throws as api() does */
export async function restoreDreams(what: Trashed): Promise<number> {
  const answer = await api<RestoreAnswer>('PATCH', '/api/sessions/restore', what);
  return 'restored_count' in answer ? answer.restored_count : answer.restored_ids.length;
}
