import { and, desc, eq, exists, gte, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { accountChanges, users } from '../../auth/tables.ts';
import { dreams } from '../../dreams/tables.ts';
import type { Clock } from '../../kit/clock.ts';
import { networkOf } from '../../kit/http/client-address.ts';
import { newId } from '../../kit/ids.ts';
import { mailLog } from '../../mail/tables.ts';
import { securityEvents } from '../../security-log/tables.ts';
import type { Act } from '../contract/acts.ts';
import type { View } from '../contract/limits.ts';
import { adminActions, operatorPresence } from '../tables.ts';

export type AdminAction = typeof adminActions.$inferSelect;

/** The audit log, and which operators are looking at what. */
export function createActionQueries({ orm }: Database, clock: Clock) {
  return {
    async recordAction(action: Omit<AdminAction, 'id' | 'at'>): Promise<void> {
      await orm.insert(adminActions).values({ ...action, id: newId(), at: clock.now() });
    },

    async markPresent(place: { userId: string; view: View; item: string }): Promise<void> {
      const at = clock.now();
      await orm
        .insert(operatorPresence)
        .values({ ...place, at })
        .onConflictDoUpdate({
          target: operatorPresence.userId,
          set: { view: place.view, item: place.item, at },
        });
    },

    /** Other operators who have been in the dashboard since a given time. */
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

    /** True if the operator has done this with the dream since a given time. */
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

    /**
     * Unlinks the audit from a permanently deleted dream whose watermark was derived from its id. Otherwise the content
     * log would lead from a file to a user.
     */
    async unlinkDream(dreamId: string): Promise<void> {
      const isMeant = and(
        eq(adminActions.targetId, dreamId),
        exists(
          orm
            .select({ id: dreams.id })
            .from(dreams)
            .where(and(eq(dreams.id, dreamId), isNull(dreams.watermark))),
        ),
      );
      await unlink(orm, isMeant);
    },

    /** True if an action on this target is logged. */
    async isNoted(action: Act, targetId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: adminActions.id })
        .from(adminActions)
        .where(and(eq(adminActions.targetId, targetId), eq(adminActions.action, action)))
        .limit(1);
      return row !== undefined;
    },

    /** Actions on this user, newest first: role changes and audit lines. */
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

/** Removes the link between user and target from audit lines, except for who opened evidence, which must stay known. */
export async function unlink(orm: Database['orm'], isMeant: SQL | undefined): Promise<void> {
  await orm
    .update(adminActions)
    .set({ userId: null })
    .where(and(isMeant, eq(adminActions.action, 'evidence')));
  await orm
    .update(adminActions)
    .set({ targetId: null })
    .where(and(isMeant, ne(adminActions.action, 'evidence')));
}

/**
 * Matches lines about blocks that can only mean this user, including blocks from before the account existed.
 * @param addresses of the user, as blocks store them
 */
export async function isBlockOf(
  orm: Database['orm'],
  userId: string,
  addresses: readonly string[],
): Promise<SQL | undefined> {
  const places = await orm
    .selectDistinct({ address: securityEvents.address })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId));
  const networks = places.flatMap(({ address }) =>
    address ? [address, `${address}/32`, `${address}/128`, networkOf(address)] : [],
  );
  const blocks = [...addresses.map((one) => `email ${one}`), ...networks.map((one) => `network ${one}`)];
  return and(inArray(adminActions.action, ['block', 'unblock']), or(...blocks.map(isAbout)));
}

/** Matches `email ada@example.com until …: spam`, not `email ada@example.community: spam`. */
function isAbout(block: string) {
  const start = (length: number) => sql`substr(${adminActions.detail}, 1, ${length})`;
  const { length } = [...block];
  return or(
    eq(adminActions.detail, block),
    eq(start(length + 1), `${block} `),
    eq(start(length + 2), `${block}: `),
  );
}
