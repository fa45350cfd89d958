import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import { dataRequests } from '../tables.ts';

export type DataRequest = typeof dataRequests.$inferSelect;

/** Users' requests about their data. */
export function createRequestQueries({ orm }: Database) {
  const open = isNull(dataRequests.doneAt);
  const listed = () =>
    orm
      .select({ request: dataRequests, email: users.email })
      .from(dataRequests)
      .leftJoin(users, eq(users.id, dataRequests.userId));
  return {
    async addRequest(request: DataRequest): Promise<void> {
      await orm.insert(dataRequests).values(request);
    },

    /** Next due first. */
    openRequests: () => listed().where(open).orderBy(asc(dataRequests.dueAt)),

    answeredRequests: (limit: number) =>
      listed().where(isNotNull(dataRequests.doneAt)).orderBy(desc(dataRequests.doneAt)).limit(limit),

    /** @returns the request; null if it doesn't exist or another operator was faster */
    async answerRequest(
      id: string,
      done: Pick<DataRequest, 'doneAt' | 'doneBy' | 'answer'>,
    ): Promise<DataRequest | null> {
      const [row] = await orm
        .update(dataRequests)
        .set(done)
        .where(and(eq(dataRequests.id, id), open))
        .returning();
      return row ?? null;
    },

    async dropAnswered(before: number): Promise<void> {
      await orm.delete(dataRequests).where(lte(dataRequests.doneAt, before));
    },

    /** Marks open requests as reminded now, if they are due within a time and no reminder was sent within it. */
    async takeReminders(now: number, within: number): Promise<DataRequest[]> {
      const rows = await orm
        .update(dataRequests)
        .set({ remindedAt: now })
        .where(
          and(
            open,
            lte(dataRequests.dueAt, now + within),
            or(
              isNull(dataRequests.remindedAt),
              sql`${dataRequests.remindedAt} < ${dataRequests.dueAt} - ${within}`,
            ),
          ),
        )
        .returning();
      return rows.toSorted((a, b) => a.dueAt - b.dueAt);
    },
  };
}
