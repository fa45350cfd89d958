import type { SessionFilter } from '../contract/session-filter.ts';
import type { SessionDataAnswer } from '../contract/sessions.ts';
import type { AdminDeps } from '../deps.ts';
import { toSessionCard } from '../present.ts';
import { placeOfPage } from './place-of-page.ts';

interface SessionParts extends Pick<AdminDeps, 'store' | 'looks'> {
  stream: { watching: Pick<AdminDeps['stream']['watching'], 'count'> };
}

/** One page of the sessions that match a filter, and the total. */
export async function readSessions(
  { store, stream, looks }: SessionParts,
  { page, limit, ...filter }: SessionFilter & { page: number; limit: number },
): Promise<SessionDataAnswer> {
  const counts = await store.countSessionsByDay(filter);
  const place = placeOfPage(counts, (page - 1) * limit, limit);
  const rows = place ? await store.listSessions(filter, place, limit) : [];
  const spoken = Map.groupBy(
    rows.length > 0 ? await store.listSpeakers(rows.map(({ dream }) => dream.id)) : [],
    ({ dreamId }) => dreamId,
  );
  const watching = await stream.watching.count(rows.map(({ dream }) => dream));
  return {
    sessions: rows.map((row) =>
      toSessionCard(
        row,
        (spoken.get(row.dream.id) ?? []).map(({ isUser }) => isUser),
        { looks, watching: watching.get(row.dream.id) ?? null },
      ),
    ),
    totalCount: counts.reduce((sum, { n }) => sum + n, 0),
  };
}
