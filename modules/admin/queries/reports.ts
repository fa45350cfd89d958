import { count, desc, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import { dreamReports, dreams, HELD } from '../../dreams/tables.ts';

/** Dreams that people reported, and those whose links operators closed. */
export function createReportQueries({ orm }: Database) {
  return {
    /** Ids of the dreams that were reported last, those first whose reports nobody has looked at. */
    async listReported(limit: number): Promise<string[]> {
      const rows = await orm
        .select({ id: dreamReports.dreamId })
        .from(dreamReports)
        .groupBy(dreamReports.dreamId)
        .orderBy(
          desc(sql`max(case when ${dreamReports.seenAt} is null then 1 else 0 end)`),
          desc(max(dreamReports.createdAt)),
        )
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    countReportsOf: (ids: string[]) =>
      orm
        .select({
          dreamId: dreamReports.dreamId,
          n: count(),
          unseen: sql<number>`sum(case when ${dreamReports.seenAt} is null then 1 else 0 end)`.mapWith(
            Number,
          ),
        })
        .from(dreamReports)
        .where(inArray(dreamReports.dreamId, ids))
        .groupBy(dreamReports.dreamId),
    /** Ids of dreams whose links wait for an operator to look. */
    async listHeld(limit: number): Promise<string[]> {
      const rows = await orm.select({ id: dreams.id }).from(dreams).where(HELD).limit(limit);
      return rows.map(({ id }) => id);
    },
    /** Each from an index of its own: with both conditions in one, SQLite reads all dreams. */
    async listTakenDown(limit: number): Promise<string[]> {
      const [removed, closed] = await Promise.all(
        [dreams.removedAt, dreams.takenDownAt].map((at) =>
          orm.select({ id: dreams.id, at }).from(dreams).where(isNotNull(at)).orderBy(desc(at)).limit(limit),
        ),
      );
      const rows = [...(removed ?? []), ...(closed ?? [])].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
      return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
    },
    dreamsOf(ids: string[]) {
      return orm
        .select({ dream: dreams, email: users.email })
        .from(dreams)
        .leftJoin(users, eq(users.id, dreams.userId))
        .where(inArray(dreams.id, ids));
    },
    /** The newest first. */
    reportsOf(ids: string[]) {
      return orm
        .select()
        .from(dreamReports)
        .where(inArray(dreamReports.dreamId, ids))
        .orderBy(desc(dreamReports.createdAt))
        .limit(1_000);
    },
  };
}
