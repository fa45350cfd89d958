import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { apiTokens, users } from '../tables.ts';
import type { User } from './people.ts';
import { notSuspended } from './suspensions.ts';

export type ApiTokenRow = typeof apiTokens.$inferSelect;

const HOUR_MS = 3600_000;
/** Expired tokens stay listed this long, so that their owner sees why a program stopped. */
const LISTED_MS = 30 * 24 * HOUR_MS;

/** Queries for personal API tokens, part of the store. */
export function createApiTokenQueries({ orm, transact }: Database, clock: Clock) {
  const ofOwner = (userId: string, id?: string) =>
    and(eq(apiTokens.userId, userId), id === undefined ? undefined : eq(apiTokens.id, id));

  // As in the query for login sessions: runs on every call.
  const apiToken = orm
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.tokenHash, sql.placeholder('tokenHash')),
        gt(apiTokens.expiresAt, sql.placeholder('now')),
        isNull(users.deletedAt),
        isNull(users.erasureAt),
        notSuspended(sql`${sql.placeholder('now')}`),
      ),
    )
    .prepare('');

  return {
    /** @returns false if the owner already has `most` tokens that haven't expired */
    addApiToken(row: ApiTokenRow, most: number): Promise<boolean> {
      return transact(async () => {
        const living = await orm.$count(
          apiTokens,
          and(ofOwner(row.userId), gt(apiTokens.expiresAt, clock.now())),
        );
        if (living >= most) return false;
        await orm.insert(apiTokens).values(row);
        return true;
      });
    },

    async findApiToken(tokenHash: string): Promise<{ token: ApiTokenRow; user: User } | null> {
      const [row] = await apiToken.execute({ tokenHash, now: clock.now() });
      return row ?? null;
    },

    /** Records a use, at most once an hour. */
    async touchApiToken(id: string): Promise<void> {
      const now = clock.now();
      await orm
        .update(apiTokens)
        .set({ lastUsedAt: now })
        .where(
          and(
            eq(apiTokens.id, id),
            or(isNull(apiTokens.lastUsedAt), lte(apiTokens.lastUsedAt, now - HOUR_MS)),
          ),
        );
    },

    listApiTokens(userId: string): Promise<ApiTokenRow[]> {
      return orm
        .select()
        .from(apiTokens)
        .where(ofOwner(userId))
        .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
    },

    async dropApiToken(userId: string, id: string): Promise<ApiTokenRow | null> {
      const [row] = await orm.delete(apiTokens).where(ofOwner(userId, id)).returning();
      return row ?? null;
    },

    /** @returns their ids */
    async dropApiTokens(userId: string): Promise<string[]> {
      const rows = await orm.delete(apiTokens).where(ofOwner(userId)).returning({ id: apiTokens.id });
      return rows.map(({ id }) => id);
    },

    async dropDeadApiTokens(): Promise<void> {
      await orm.delete(apiTokens).where(lte(apiTokens.expiresAt, clock.now() - LISTED_MS));
    },
  };
}
