import { and, eq, gte, isNull, lt, ne, type SQL, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { accountChanges, activeDays, guestDays, users } from '../../auth/tables.ts';
import { dreams } from '../../dreams/tables.ts';

const count = sql<number>`count(*)`.mapWith(Number);
const DAY_MS = 24 * 3600_000;

export interface PeriodFigures {
  signUps: number;
  active: number;
  cameBack: number;
  newPayers: number;
  guests: number;
  /** guests who signed in and kept their dream */
  guestsKept: number;
  dreams: number;
  gpuSeconds: number;
}

/** Figures about users, payments and GPUs between two UTC midnights. */
export function createFiguresQueries({ orm }: Database) {
  const within = (column: SQL, from: number, to: number) => sql`${column} >= ${from} and ${column} < ${to}`;
  return {
    async figuresOf(from: number, to: number): Promise<PeriodFigures> {
      const [[made], [active], [paying], [drawn], [visited]] = await Promise.all([
        orm
          .select({ n: count })
          .from(users)
          .where(and(within(sql`${users.createdAt}`, from, to), isNull(users.guestUntil))),
        orm
          .select({
            n: sql<number>`count(distinct ${activeDays.userId})`.mapWith(Number),
            before:
              sql<number>`count(distinct case when (select made.created_at from users made where made.id = ${activeDays.userId}) < ${from} then ${activeDays.userId} end)`.mapWith(
                Number,
              ),
          })
          .from(activeDays)
          .where(and(gte(activeDays.day, from / DAY_MS), lt(activeDays.day, to / DAY_MS))),
        orm
          .select({ n: sql<number>`count(distinct ${accountChanges.userId})`.mapWith(Number) })
          .from(accountChanges)
          .where(
            and(
              within(sql`${accountChanges.at}`, from, to),
              eq(accountChanges.source, 'stripe'),
              eq(accountChanges.roleTo, 'subscribed'),
              ne(accountChanges.roleFrom, 'subscribed'),
              sql`not exists (select 1 from account_changes earlier where earlier.user_id = ${accountChanges.userId} and earlier.source = 'stripe' and earlier.at < ${accountChanges.at})`,
            ),
          ),
        orm
          .select({
            n: count,
            gpuSeconds: sql<number>`coalesce(sum(${dreams.gpuSeconds}), 0)`.mapWith(Number),
          })
          .from(dreams)
          // Must match the expression of the index `dreams_cost`.
          .where(and(sql`gpu_seconds > 0`, within(sql`${dreams.requestedAt}`, from, to))),
        orm
          .select({
            guests: sum(guestDays.guests).mapWith(Number),
            kept: sum(guestDays.kept).mapWith(Number),
          })
          .from(guestDays)
          .where(and(gte(guestDays.day, from / DAY_MS), lt(guestDays.day, to / DAY_MS))),
      ]);
      return {
        signUps: made?.n ?? 0,
        active: active?.n ?? 0,
        cameBack: active?.before ?? 0,
        newPayers: paying?.n ?? 0,
        guests: visited?.guests ?? 0,
        guestsKept: visited?.kept ?? 0,
        dreams: drawn?.n ?? 0,
        gpuSeconds: drawn?.gpuSeconds ?? 0,
      };
    },
  };
}
