import { and, asc, count, desc, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import type { ReportReason } from '../../dreams/contract/report-reasons.ts';
import { dreamReports, dreams, HELD } from '../../dreams/tables.ts';

/** When the first of a dream's open reports arrived; null if none is open. */
const firstOpen = sql<
  number | null
>`min(case when ${dreamReports.seenAt} is null then ${dreamReports.createdAt} end)`;

/** Reported dreams, and those whose links operators closed. */
export function createReportQueries({ orm }: Database) {
  return {
    /** Ids of reported dreams: first those that await a decision, oldest first, then the most recently reported. */
    async listReported(limit: number): Promise<string[]> {
      const rows = await orm
        .select({ id: dreamReports.dreamId })
        .from(dreamReports)
        .groupBy(dreamReports.dreamId)
        .orderBy(
          desc(sql`max(case when ${dreamReports.seenAt} is null then 1 else 0 end)`),
          asc(firstOpen),
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
          firstOpenAt: firstOpen.mapWith(dreamReports.createdAt),
        })
        .from(dreamReports)
        .where(inArray(dreamReports.dreamId, ids))
        .groupBy(dreamReports.dreamId),
    /** Keeps only dreams that have an open report for one of the reasons. */
    async openFor(reasons: readonly ReportReason[], ids: string[]): Promise<string[]> {
      const rows = await orm
        .selectDistinct({ id: dreamReports.dreamId })
        .from(dreamReports)
        .where(
          and(
            inArray(dreamReports.dreamId, ids),
            inArray(dreamReports.reason, [...reasons]),
            isNull(dreamReports.seenAt),
          ),
        );
      return rows.map(({ id }) => id);
    },
    /** Ids of dreams whose links await an operator's review. */
    async listHeld(limit: number): Promise<string[]> {
      const rows = await orm.select({ id: dreams.id }).from(dreams).where(HELD).limit(limit);
      return rows.map(({ id }) => id);
    },
    /** Two queries, each with its own index: SQLite would scan all dreams for both conditions in one. */
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
    /** Newest first. */
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
