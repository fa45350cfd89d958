import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { Role } from '../schemas.ts';
import { accountChanges, users } from '../tables.ts';

export type User = typeof users.$inferSelect;

export interface NewUser {
  name: string;
  email: string;
  picture: string | null;
  role: Role;
}

/** SQL about people themselves; a part of the store. */
export function createPeopleQueries({ orm }: Database, clock: Clock) {
  const living = isNull(users.deletedAt);
  return {
    async createUser(user: NewUser): Promise<User> {
      const now = clock.now();
      const row = {
        ...user,
        id: newId(),
        pictureSource: null,
        subscriptionTier: null,
        erasureAt: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      };
      await orm.insert(users).values(row);
      await orm.insert(accountChanges).values({
        id: newId(),
        userId: row.id,
        at: now,
        roleTo: user.role,
        source: user.role === 'admin' ? 'settings' : 'sign-up',
        reason: null,
      });
      return row;
    },

    async findUser(id: string): Promise<User | null> {
      const [row] = await orm
        .select()
        .from(users)
        .where(and(eq(users.id, id), living));
      return row ?? null;
    },

    async updateProfile(userId: string, profile: { name: string; email: string }): Promise<void> {
      await orm
        .update(users)
        .set({ ...profile, updatedAt: clock.now() })
        .where(eq(users.id, userId));
    },

    async setPicture(userId: string, picture: string | null, source: string | null): Promise<void> {
      await orm
        .update(users)
        .set({ picture, pictureSource: source, updatedAt: clock.now() })
        .where(eq(users.id, userId));
    },

    /** When the account will be erased; null keeps it. */
    async setErasure(userId: string, at: number | null): Promise<void> {
      await orm.update(users).set({ erasureAt: at, updatedAt: clock.now() }).where(eq(users.id, userId));
    },

    async isClosed(userId: string): Promise<boolean> {
      const [row] = await orm.select({ at: users.erasureAt }).from(users).where(eq(users.id, userId));
      return row?.at != null;
    },

    /** Whether somebody else already has, or ever had, this address. */
    async addressIsTaken(email: string, exceptUserId: string | null): Promise<boolean> {
      const sameAddress = sql`lower(${users.email}) = ${email.toLowerCase()}`;
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(exceptUserId ? and(sameAddress, ne(users.id, exceptUserId)) : sameAddress)
        .limit(1);
      return row !== undefined;
    },
  };
}
