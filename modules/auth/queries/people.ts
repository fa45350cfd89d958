import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { fold } from '../../kit/shared/fold.ts';
import type { Locale } from '../../kit/texts/locale.ts';
import type { Role } from '../../web/contract/person.ts';
import type { News } from '../contract/news.ts';
import { accountChanges, users } from '../tables.ts';
import { notSuspended } from './suspensions.ts';

export type User = typeof users.$inferSelect;

export interface NewUser {
  name: string;
  email: string;
  picture: string | null;
  role: Role;
  /** null: they weren't asked */
  news?: News | null;
}

/** Queries for people, part of the store. */
export function createPeopleQueries({ orm }: Database, clock: Clock) {
  const living = isNull(users.deletedAt);

  async function setNews(userId: string, news: 'yes' | 'no'): Promise<void> {
    await orm.update(users).set({ news, newsAt: clock.now() }).where(eq(users.id, userId));
  }

  return {
    async createUser(user: NewUser): Promise<User> {
      const now = clock.now();
      const row = {
        ...user,
        id: newId(),
        news: user.news ?? null,
        newsAt: user.news && user.news !== 'ask' ? now : null,
        emailKey: fold(user.email),
        ownName: false,
        ownEmail: false,
        pictureSource: null,
        subscriptionTier: null,
        erasureAt: null,
        lastSeenAt: 0,
        sharesNew: true,
        locale: null,
        suspendedAt: null,
        suspendedUntil: null,
        suspendedReason: null,
        guestUntil: null,
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

    /** @param own fields that the person chose, which providers no longer overwrite */
    async updateProfile(
      userId: string,
      profile: { name: string; email: string },
      own: { ownName?: true; ownEmail?: true } = {},
    ): Promise<void> {
      await orm
        .update(users)
        .set({ ...profile, ...own, emailKey: fold(profile.email), updatedAt: clock.now() })
        .where(eq(users.id, userId));
    },

    setNews,

    async wantsNews(userId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.news, 'yes')));
      return row !== undefined;
    },

    /** Unsubscribes every account with this address from news. */
    async stopNews(address: string): Promise<void> {
      const alike = await orm
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(and(eq(users.emailKey, fold(address)), eq(users.news, 'yes')));
      for (const { id, email } of alike)
        if (email.toLowerCase() === address.toLowerCase()) await setNews(id, 'no');
    },

    /** @returns false if the person no longer exists */
    async setPicture(userId: string, picture: string | null, source: string | null): Promise<boolean> {
      const rows = await orm
        .update(users)
        .set({ picture, pictureSource: source, updatedAt: clock.now() })
        .where(eq(users.id, userId))
        .returning({ id: users.id });
      return rows.length === 1;
    },

    async setSharesNew(userId: string, sharesNew: boolean): Promise<void> {
      await orm.update(users).set({ sharesNew, updatedAt: clock.now() }).where(eq(users.id, userId));
    },

    async setLocale(userId: string, locale: Locale): Promise<void> {
      await orm.update(users).set({ locale, updatedAt: clock.now() }).where(eq(users.id, userId));
    },

    /** Schedules the account's erasure; null cancels it. */
    async setErasure(userId: string, at: number | null): Promise<void> {
      await orm.update(users).set({ erasureAt: at, updatedAt: clock.now() }).where(eq(users.id, userId));
    },

    /** Closed by its owner, or suspended by an operator. */
    async isClosed(userId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.erasureAt), notSuspended(clock.now())));
      return row === undefined;
    },

    /** True if another person has, or ever had, this address. */
    async addressIsTaken(email: string, exceptUserId: string | null): Promise<boolean> {
      // Folding drops accents, which can distinguish mailboxes: the key finds candidates, then the exact letters
      // decide.
      const alike = or(eq(users.emailKey, fold(email)), isNull(users.emailKey));
      const rows = await orm
        .select({ email: users.email })
        .from(users)
        .where(exceptUserId ? and(alike, ne(users.id, exceptUserId)) : alike);
      return rows.some((row) => row.email.toLowerCase() === email.toLowerCase());
    },

    /** Up to `most` accounts whose addresses an earlier version stored. */
    listUnsettled(most: number): Promise<User[]> {
      return orm
        .select()
        .from(users)
        .where(and(isNull(users.emailKey), living))
        .orderBy(asc(users.createdAt), asc(users.id))
        .limit(most);
    },
  };
}
