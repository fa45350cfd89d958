import { and, asc, desc, eq, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Role } from '../../web/contract/person.ts';
import type { Tier } from '../../web/contract/tiers.ts';
import { accountChanges, users } from '../tables.ts';
import type { User } from './people.ts';

/** Queries for roles, their history and admins, part of the store. */
export function createRoleQueries({ orm }: Database, clock: Clock) {
  const living = isNull(users.deletedAt);
  return {
    /** Changes role and tier and records the change; call it inside a transaction. */
    async changeAccount(
      user: User,
      to: { role: Role; tier: Tier | null },
      why: {
        source: 'settings' | 'stripe' | 'admin' | 'beta' | 'ended';
        actorId: string | null;
        reason: string | null;
        /** end of a temporary plan */
        until?: number;
      },
    ): Promise<void> {
      const now = clock.now();
      await orm
        .update(users)
        .set({ role: to.role, subscriptionTier: to.tier, updatedAt: now })
        .where(eq(users.id, user.id));
      await orm.insert(accountChanges).values({
        id: newId(),
        userId: user.id,
        at: now,
        roleFrom: user.role,
        roleTo: to.role,
        tierFrom: user.subscriptionTier,
        tierTo: to.tier,
        ...why,
      });
    },

    /** A person's last grant from a source other than payments, sign-up included; an expired grant counts as none. */
    async lastGiven(userId: string): Promise<{ role: Role; tier: Tier | null; until?: number } | null> {
      const [row] = await orm
        .select({
          role: accountChanges.roleTo,
          tier: accountChanges.tierTo,
          until: accountChanges.until,
          source: accountChanges.source,
        })
        .from(accountChanges)
        .where(and(eq(accountChanges.userId, userId), ne(accountChanges.source, 'stripe')))
        // The first row may have the same timestamp as the next one.
        .orderBy(desc(accountChanges.at), asc(sql`${accountChanges.roleFrom} is null`))
        .limit(1);
      if (!row) return null;
      const { until, source, ...right } = row;
      const given = { ...right, ...(until !== null && { until }) };
      const isOver = source === 'ended' || (until !== null && until <= clock.now());
      return isOver ? { role: 'user', tier: null } : given;
    },

    /** Up to `most` subscribed people whose last grant has expired, or only the given person. */
    async listEndedGrants(most: number, userId?: string): Promise<User[]> {
      const rows = await orm
        .selectDistinct({ user: users })
        .from(accountChanges)
        .innerJoin(users, eq(users.id, accountChanges.userId))
        .where(
          and(
            isNotNull(accountChanges.until),
            lte(accountChanges.until, clock.now()),
            eq(users.role, 'subscribed'),
            living,
            userId === undefined ? undefined : eq(users.id, userId),
            sql`not exists (select 1 from account_changes later where later.user_id = ${accountChanges.userId} and later.source <> 'stripe' and later.at > ${accountChanges.at})`,
          ),
        )
        .limit(most);
      return rows.map(({ user }) => user);
    },

    /**
     * The tier that a person had before admins took the subscribed role away; null if payments changed it or they never
     * had one.
     */
    async findTakenTier(userId: string): Promise<Tier | null> {
      const rows = await orm
        .select({
          source: accountChanges.source,
          role: accountChanges.roleFrom,
          tier: accountChanges.tierFrom,
        })
        .from(accountChanges)
        .where(eq(accountChanges.userId, userId))
        .orderBy(desc(accountChanges.at), asc(sql`${accountChanges.roleFrom} is null`));
      const taken = rows.findIndex(({ role }) => role === 'subscribed');
      const byAdmins = taken >= 0 && rows.slice(0, taken + 1).every(({ source }) => source !== 'stripe');
      return byAdmins ? (rows[taken]?.tier ?? null) : null;
    },

    async hasAdmin(): Promise<boolean> {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, 'admin'), living))
        .limit(1);
      return row !== undefined;
    },

    async countAdmins(): Promise<number> {
      return orm.$count(users, and(eq(users.role, 'admin'), isNull(users.erasureAt), living));
    },

    listAdmins(): Promise<Pick<User, 'email' | 'locale'>[]> {
      return orm
        .select({ email: users.email, locale: users.locale })
        .from(users)
        .where(and(eq(users.role, 'admin'), living));
    },
  };
}
