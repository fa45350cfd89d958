import { useState } from 'react';
import type { PurgeAnswer, TrashAnswer } from '../../modules/dreams/schemas.ts';
import { api, failureText } from '../api.ts';
import { restoreDreams } from '../restore-dreams.ts';

/** as many as one call takes */
const AT_ONCE = 500;

/** The trash as the server gave it, less what was taken out of it. @param tell of a failure */
export function useTrash(initial: TrashAnswer, tell: (text: string) => void) {
  const [sessions, setSessions] = useState(initial.sessions);
  const [cursor, setCursor] = useState(initial.nextCursor);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  async function takeOut(ids: string[], call: (some: string[]) => Promise<string[]>, failure: string) {
    setBusy(new Set(ids));
    let count = 0;
    try {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const out = new Set(await call(ids.slice(at, at + AT_ONCE)));
        count += out.size;
        setSessions((all) => all.filter(({ session_id }) => !out.has(session_id)));
      }
    } catch (error) {
      tell(failureText(error, failure));
    }
    setBusy(new Set());
    return count;
  }

  return {
    sessions,
    /** whether there is more than was read */
    more: cursor !== null,
    /** on their way out */
    busy,
    /** @returns how many are back */
    restore: (ids: string[]) =>
      takeOut(
        ids,
        async (some) => (await restoreDreams(some)).restored_ids,
        'Failed to restore. Please try again.',
      ),
    /** @returns how many are gone */
    purge: (ids: string[]) =>
      takeOut(
        ids,
        async (some) => (await api<PurgeAnswer>('DELETE', '/api/trash', { session_ids: some })).purged_ids,
        'Failed to delete for good. Please try again.',
      ),
    async loadMore() {
      if (!cursor) return;
      try {
        const next = await api<TrashAnswer>('GET', `/api/trash?cursor=${encodeURIComponent(cursor)}`);
        setSessions((all) => [...all, ...next.sessions]);
        setCursor(next.nextCursor);
      } catch (error) {
        tell(failureText(error, 'The rest of the trash could not be read. Please try again.'));
      }
    },
  };
}
