import { and, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import { accountChanges, users } from '../../auth/tables.ts';
import { mailLog } from '../../mail/tables.ts';
import type { Act } from '../shared/acts.ts';
import { adminActions, operatorPresence } from '../tables.ts';

export type AdminAction = typeof adminActions.$inferSelect;

/** The audit. */
export function createActionQueries({ orm }: Database, clock: Clock) {
  return {
    async recordAction(action: Omit<AdminAction, 'id' | 'at'>): Promise<void> {
      await orm.insert(adminActions).values({ ...action, id: newId(), at: clock.now() });
    },

    async markPresent(place: { userId: string; view: string; item: string }): Promise<void> {
      const at = clock.now();
      await orm
        .insert(operatorPresence)
        .values({ ...place, at })
        .onConflictDoUpdate({
          target: operatorPresence.userId,
          set: { view: place.view, item: place.item, at },
        });
    },

    /** Operators, but for one, who were in the dashboard since a moment. */
    listPresent(exceptId: string, since: number) {
      return orm
        .select({ name: users.name, view: operatorPresence.view, item: operatorPresence.item })
        .from(operatorPresence)
        .innerJoin(users, eq(users.id, operatorPresence.userId))
        .where(
          and(
            gte(operatorPresence.at, since),
            ne(operatorPresence.userId, exceptId),
            eq(users.role, 'admin'),
          ),
        );
    },

    /** True if an operator has done this with a dream since a moment. */
    async hasDone(action: Act, actorId: string, dreamId: string, since: number): Promise<boolean> {
      const [row] = await orm
        .select({ id: adminActions.id })
        .from(adminActions)
        .where(
          and(
            eq(adminActions.targetId, dreamId),
            eq(adminActions.actorId, actorId),
            eq(adminActions.action, action),
            gte(adminActions.at, since),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /** True if an act on this has its line. */
    async isNoted(action: Act, targetId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: adminActions.id })
        .from(adminActions)
        .where(and(eq(adminActions.targetId, targetId), eq(adminActions.action, action)))
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
