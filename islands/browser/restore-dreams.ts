import type { RestoreAnswer } from '../../modules/dreams/contract/trash-schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';

/** Selection from the trash: by id, by deletion, or everything deleted up to a moment. */
export type Trashed = { session_ids: string[] } | { hidden_at: string } | { all: true; as_of: number };

/** Restores deleted dreams. @returns how many @throws as api() does */
export async function restoreDreams(what: Trashed): Promise<number> {
  const answer = await api<RestoreAnswer>('PATCH', '/api/sessions/restore', what);
  return 'restored_count' in answer ? answer.restored_count : answer.restored_ids.length;
}
