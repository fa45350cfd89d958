import { and, asc, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { currentLocale } from '../../kit/texts/locale.ts';
import { holdsOf } from '../contract/held.ts';
import type { ReportDecision, ReportReason } from '../contract/report-reasons.ts';
import { dreamReports, dreams } from '../tables.ts';

export function createReportQueries({ orm }: Database, clock: Clock) {
  return {
    async addReport(report: {
      dreamId: string;
      reason: ReportReason;
      message: string | null;
      userId: string | null;
      reporter: string;
      contact: string | null;
    }): Promise<string> {
      const id = newId();
      await orm
        .insert(dreamReports)
        .values({ id, ...report, locale: currentLocale(), createdAt: clock.now() });
      return id;
    },

    async findReport(id: string) {
      const [row] = await orm
        .select({ report: dreamReports, dream: dreams })
        .from(dreamReports)
        .innerJoin(dreams, eq(dreams.id, dreamReports.dreamId))
        .where(eq(dreamReports.id, id));
      return row ? { ...row.report, isHeld: holdsOf(row.dream).length > 0 } : null;
    },

    /** Number of people with undecided reports. */
    async countReporters(dreamId: string): Promise<number> {
      const [row] = await orm
        .select({ n: countDistinct(sql`coalesce(${dreamReports.reporter}, ${dreamReports.id})`) })
        .from(dreamReports)
        .where(and(eq(dreamReports.dreamId, dreamId), isNull(dreamReports.seenAt)));
      return row?.n ?? 0;
    },

    /** Undecided reports, oldest first. */
    listOpen(dreamId: string) {
      return orm
        .select()
        .from(dreamReports)
        .where(and(eq(dreamReports.dreamId, dreamId), isNull(dreamReports.seenAt)))
        .orderBy(asc(dreamReports.createdAt), asc(dreamReports.id));
    },

    /** Decides all open reports, and removes the reporters' identities and messages. @returns how many */
    async decideOpen(dreamId: string, decision: ReportDecision): Promise<number> {
      const rows = await orm
        .update(dreamReports)
        .set({ seenAt: clock.now(), decision, userId: null, reporter: null, contact: null, message: null })
        .where(and(eq(dreamReports.dreamId, dreamId), isNull(dreamReports.seenAt)))
        .returning({ id: dreamReports.id });
      return rows.length;
    },

    async countReports(dreamId: string): Promise<number> {
      return orm.$count(dreamReports, eq(dreamReports.dreamId, dreamId));
    },
  };
}
