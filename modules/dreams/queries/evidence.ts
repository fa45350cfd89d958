import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { EvidenceFacts } from '../contract/report-reasons.ts';
import { reportEvidence } from '../tables.ts';

/** Store queries for evidence that is kept for authorities. */
export function createEvidenceQueries({ orm }: Database, clock: Clock) {
  return {
    /** Keeps the first facts, because later decisions add nothing that authorities ask for. */
    async addEvidence(id: string, keptUntil: number, facts: EvidenceFacts): Promise<void> {
      await orm
        .insert(reportEvidence)
        .values({ id, facts, keptUntil, createdAt: clock.now() })
        .onConflictDoNothing();
    },

    async findEvidence(id: string): Promise<typeof reportEvidence.$inferSelect | null> {
      const [row] = await orm.select().from(reportEvidence).where(eq(reportEvidence.id, id));
      return row ?? null;
    },

    /** Sorted by erasure date, earliest first. */
    listEvidence: () => orm.select().from(reportEvidence).orderBy(asc(reportEvidence.keptUntil)),

    async changeEvidence(
      id: string,
      change: Partial<Pick<typeof reportEvidence.$inferInsert, 'facts' | 'filesAt'>>,
    ): Promise<void> {
      await orm.update(reportEvidence).set(change).where(eq(reportEvidence.id, id));
    },

    async dropEvidence(id: string): Promise<void> {
      await orm.delete(reportEvidence).where(eq(reportEvidence.id, id));
    },
  };
}
