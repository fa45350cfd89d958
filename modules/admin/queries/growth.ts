import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { accountChanges, users } from '../../auth/tables.ts';

const DAY_MS = 24 * 3600_000;
const count = sql<number>`count(*)`.mapWith(Number);

/** Totals and growth of users and subscribers. */
export function createGrowthQueries({ orm }: Database) {
  return {
    /** The number of users and subscribers before a given time. */
    async countPeopleBefore(at: number): Promise<{ total: number; subscribed: number }> {
      const total = await orm.$count(
        users,
        sql`${users.createdAt} < ${at} and (${users.deletedAt} is null or ${users.deletedAt} >= ${at})`,
      );
      const [subscribed] = await orm
        .select({ n: subscribedDelta })
        .from(accountChanges)
        .where(sql`${accountChanges.at} < ${at}`);
      const left = await orm.$count(users, goneSubscribers(sql`< ${at}`));
      return { total, subscribed: (subscribed?.n ?? 0) - left };
    },

    /** Growth of users and subscribers on each day of a range (UTC, in days since the epoch). */
    async growthByDay(from: number, to: number): Promise<Map<number, { total: number; subscribed: number }>> {
      const within = (column: SQL) => sql`${column} >= ${from} and ${column} < ${to}`;
      const dayOf = (column: SQL) => wholeSteps(column, DAY_MS);
      const made = sql`${users.createdAt}`;
      const deleted = sql`${users.deletedAt}`;
      const changed = sql`${accountChanges.at}`;
      const [added, removed, subscribed, left] = await Promise.all([
        orm
          .select({ day: dayOf(made), n: count })
          .from(users)
          .where(within(made))
          .groupBy(sql`1`),
        orm
          .select({ day: dayOf(deleted), n: count })
          .from(users)
          .where(within(deleted))
          .groupBy(sql`1`),
        orm
          .select({ day: dayOf(changed), n: subscribedDelta })
          .from(accountChanges)
          .where(within(changed))
          .groupBy(sql`1`),
        orm
          .select({ day: dayOf(deleted), n: count })
          .from(users)
          .where(and(within(deleted), goneSubscribers(sql`is not null`)))
          .groupBy(sql`1`),
      ]);
      const days = new Map<number, { total: number; subscribed: number }>();
      const add = (day: number, total: number, more: number) => {
        const known = days.get(day) ?? { total: 0, subscribed: 0 };
        days.set(day, { total: known.total + total, subscribed: known.subscribed + more });
      };
      for (const { day, n } of added) add(day, n, 0);
      for (const { day, n } of removed) add(day, -n, 0);
      for (const { day, n } of subscribed) add(day, 0, n);
      for (const { day, n } of left) add(day, 0, -n);
      return days;
    },
  };
}

/** Integer division on both databases. */
const wholeSteps = (column: SQL, step: number) =>
  sql<number>`${column} / ${sql.raw(String(step))}`.mapWith(Number);

const subscribedDelta = sql<number>`coalesce(sum(
  case when ${accountChanges.roleTo} = 'subscribed' then 1 else 0 end
  - case when ${accountChanges.roleFrom} = 'subscribed' then 1 else 0 end), 0)`.mapWith(Number);

/** Users erased while they were subscribers, according to their last role change. */
function goneSubscribers(when: SQL): SQL {
  return sql`${users.deletedAt} ${when} and (
    select ${accountChanges.roleTo} from ${accountChanges} where ${accountChanges.userId} = ${users.id}
    order by ${accountChanges.at} desc limit 1) = 'subscribed'`;
}
