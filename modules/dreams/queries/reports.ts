import { count, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { ReportReason } from '../schemas.ts';
import { dreamReports } from '../tables.ts';

/** SQL about reports of shared dreams; a part of the store. */
export function createReportQueries({ orm }: Database, clock: Clock) {
  return {
    async addReport(report: {
      dreamId: string;
      reason: ReportReason;
      message: string | null;
      userId: string | null;
    }): Promise<string> {
      const id = newId();
      await orm.insert(dreamReports).values({ id, ...report, createdAt: clock.now() });
      return id;
    },

    async findReport(id: string) {
      const [row] = await orm.select().from(dreamReports).where(eq(dreamReports.id, id));
      return row ?? null;
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
