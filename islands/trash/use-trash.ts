import { useRef, useState } from 'react';
import type { PurgeAnswer, TrashAnswer } from '../../modules/dreams/contract/trash-schemas.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { restoreDreams, type Trashed } from '../browser/restore-dreams.ts';

/** State of the trash: the server's answer, minus dreams restored or purged since. @param report shows an error */
export function useTrash(initial: TrashAnswer, report: (text: string) => void) {
  const [{ sessions, nextCursor: cursor, total_count: total }, setTrash] = useState(initial);
  /** The dream that is being restored or purged, or `all`. */
  const [busy, setBusy] = useState<string | 'all' | null>(null);
  const reading = useRef(false);

  /** @returns the number of dreams restored or purged */
  async function takeOut(
    what: string | Pick<TrashAnswer, 'total_count' | 'as_of'>,
    call: (what: Trashed) => Promise<number>,
    failure: string,
  ): Promise<number> {
    const isOne = typeof what === 'string';
    setBusy(isOne ? what : 'all');
    let count = 0;
    try {
      count = await call(isOne ? { session_ids: [what] } : { all: true, as_of: what.as_of });
      if (!isOne && count < what.total_count)
        report(m.dreams_trash_partly({ count, total: what.total_count }));
    } catch (error) {
      report(failureText(error, failure));
    }
    if (isOne && count > 0) without(what);
    // Reads the list again, because we can't know what is left.
    else await read().catch(() => undefined);
    setBusy(null);
    return count;
  }

  function without(id: string) {
    setTrash((known) => ({
      ...known,
      sessions: known.sessions.filter(({ session_id }) => session_id !== id),
      total_count: known.total_count - 1,
    }));
  }

  /** Reads the trash from the start. @throws as api() does */
  async function read(): Promise<TrashAnswer> {
    const trash = await api<TrashAnswer>('GET', '/api/trash');
    setTrash(trash);
    return trash;
  }

  return {
    sessions,
    total,
    /** True if there are unread pages. */
    more: cursor !== null,
    busy,
    /** Refreshes the count, for a confirmation that names it; null if that fails. */
    count: () =>
      read().catch((error: unknown) => {
        report(failureText(error, m.dreams_trash_read_failed()));
        return null;
      }),
    restore: (what: Parameters<typeof takeOut>[0]) =>
      takeOut(what, restoreDreams, m.dreams_trash_restore_failed()),
    purge: (what: Parameters<typeof takeOut>[0]) => takeOut(what, purgeDreams, m.dreams_trash_purge_failed()),
    async loadMore() {
      if (!cursor || reading.current) return;
      reading.current = true;
      try {
        const next = await api<TrashAnswer>('GET', `/api/trash?cursor=${encodeURIComponent(cursor)}`);
        setTrash((known) => ({ ...next, sessions: [...known.sessions, ...next.sessions] }));
      } catch (error) {
        report(failureText(error, m.dreams_trash_more_failed()));
      }
      reading.current = false;
    },
  };
}

async function purgeDreams(what: Trashed): Promise<number> {
  const answer = await api<PurgeAnswer>('DELETE', '/api/trash', what);
  return 'purged_count' in answer ? answer.purged_count : answer.purged_ids.length;
}
