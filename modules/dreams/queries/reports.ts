import { and, count, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { ReportReason } from '../schemas.ts';
import { holdsOf } from '../shared/held.ts';
import { dreamReports, dreams } from '../tables.ts';

/** SQL about reports of shared dreams; a part of the store. */
export function createReportQueries({ orm }: Database, clock: Clock) {
  return {
    async addReport(report: {
      dreamId: string;
      reason: ReportReason;
      message: string | null;
      userId: string | null;
      reporter: string;
    }): Promise<string> {
      const id = newId();
      await orm.insert(dreamReports).values({ id, ...report, createdAt: clock.now() });
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

    /** People whose reports no operator has looked at. */
    async countReporters(dreamId: string): Promise<number> {
      const [row] = await orm
        .select({ n: countDistinct(sql`coalesce(${dreamReports.reporter}, ${dreamReports.id})`) })
        .from(dreamReports)
        .where(and(eq(dreamReports.dreamId, dreamId), isNull(dreamReports.seenAt)));
      return row?.n ?? 0;
    },

    async countReports(dreamId: string): Promise<number> {
      const [row] = await orm
        .select({ n: count() })
        .from(dreamReports)
        .where(eq(dreamReports.dreamId, dreamId));
      return row?.n ?? 0;
    },
  };
}
