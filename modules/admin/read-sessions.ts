import { toSessionCard } from './present.ts';
import type { SessionDataAnswer, SessionFilter } from './schemas.ts';
import type { AdminStore } from './store.ts';

/** One page of the sessions that a filter lets through, and how many there are in all. */
export async function readSessions(
  store: AdminStore,
  { page, limit, ...filter }: SessionFilter & { page: number; limit: number },
): Promise<SessionDataAnswer> {
  const [rows, totalCount] = await Promise.all([
    store.listSessions(filter, { limit, offset: (page - 1) * limit }),
    store.countSessions(filter),
  ]);
  const spoken = Map.groupBy(
    rows.length > 0 ? await store.listSpeakers(rows.map(({ dream }) => dream.id)) : [],
    ({ dreamId }) => dreamId,
  );
  return {
    sessions: rows.map((row) =>
      toSessionCard(
        row,
        (spoken.get(row.dream.id) ?? []).map(({ isUser }) => isUser),
      ),
    ),
    totalCount,
  };
}
