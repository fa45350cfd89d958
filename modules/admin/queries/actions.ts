import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { accountChanges, users } from '../../auth/tables.ts';
import { mailLog } from '../../mail/tables.ts';
import { adminActions } from '../tables.ts';

export type AdminAction = typeof adminActions.$inferSelect;

/** The audit. */
export function createActionQueries({ orm }: Database, clock: Clock) {
  return {
    async recordAction(action: Omit<AdminAction, 'id' | 'at'>): Promise<void> {
      await orm.insert(adminActions).values({ ...action, id: newId(), at: clock.now() });
    },

    async hasLooked(actorId: string, dreamId: string, since: number): Promise<boolean> {
      const [row] = await orm
        .select({ id: adminActions.id })
        .from(adminActions)
        .where(
          and(
            eq(adminActions.targetId, dreamId),
            eq(adminActions.actorId, actorId),
            eq(adminActions.action, 'look'),
            gte(adminActions.at, since),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /** Acts on this person, the newest first: changes of role, and the audit's lines. */
    async listHistory(userId: string, limit: number) {
      const actor = sql<string | null>`${users.email}`;
      const [changes, actions] = await Promise.all([
        orm
          .select({ change: accountChanges, by: actor })
          .from(accountChanges)
          .leftJoin(users, eq(users.id, accountChanges.actorId))
          .where(eq(accountChanges.userId, userId))
          .orderBy(desc(accountChanges.at))
          .limit(limit),
        orm
          .select({ action: adminActions, by: actor, mailState: mailLog.state })
          .from(adminActions)
          .leftJoin(users, eq(users.id, adminActions.actorId))
          .leftJoin(mailLog, eq(mailLog.id, adminActions.targetId))
          .where(eq(adminActions.userId, userId))
          .orderBy(desc(adminActions.at))
          .limit(limit),
      ]);
      return { changes, actions };
    },
  };
}
