import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isAddress } from '../../db/dialect.ts';
import { type Clock, utcText } from '../kit/clock.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { avatarPrefix } from './avatar.ts';
import { blockValue } from './session/sign-in-block.ts';
import {
  accountChanges,
  accountTokens,
  activeDays,
  apiTokens,
  emailLinks,
  identities,
  loginSessions,
  passkeys,
  pendingIdentities,
  signInBlocks,
  suspensionTraces,
  users,
} from './tables.ts';

const DAY_MS = 24 * 3600_000;

/**
 * The account itself. Erasing it leaves an anonymous row, to which the role history and legally required bookkeeping
 * refer.
 */
export function createAccountPersonalData(db: Database, clock: Clock, storage: Storage): PersonalData {
  const { orm } = db;

  return {
    async *files(userId) {
      const [user] = await orm.select().from(users).where(eq(users.id, userId));
      if (!user) return;
      const [ways, sessions, keys, tokens, days, changes] = await Promise.all([
        orm.select().from(identities).where(eq(identities.userId, userId)),
        orm.select().from(loginSessions).where(eq(loginSessions.userId, userId)),
        orm.select().from(passkeys).where(eq(passkeys.userId, userId)),
        orm.select().from(apiTokens).where(eq(apiTokens.userId, userId)),
        orm.select().from(activeDays).where(eq(activeDays.userId, userId)).orderBy(asc(activeDays.day)),
        orm
          .select()
          .from(accountChanges)
          .where(eq(accountChanges.userId, userId))
          .orderBy(asc(accountChanges.at)),
      ]);
      const mailboxes = [user, ...ways].flatMap(({ email }) => blockValue('email', email) ?? []);
      const blocks =
        mailboxes.length === 0
          ? []
          : await orm
              .select()
              .from(signInBlocks)
              .where(and(eq(signInBlocks.kind, 'email'), inArray(signInBlocks.value, mailboxes)));
      yield jsonFile('account.json', {
        ...personalRow(user, 'emailKey'),
        lastSeenAt: utcText(user.lastSeenAt || null),
        daysHere: days.map(({ day }) => utcText(day * DAY_MS)),
        waysToSignIn: ways.map((way) => personalRow(way, 'userId')),
        sessions: sessions.map((session) =>
          personalRow(session, 'tokenHash', 'userId', 'challenge', 'challengeUntil'),
        ),
        passkeys: keys.map((key) => personalRow(key, 'userId')),
        apiTokens: tokens.map((token) => personalRow(token, 'tokenHash', 'userId')),
        roleHistory: changes.map((change) => personalRow(change, 'userId', 'actorId')),
        blocked: blocks.map((block) => personalRow(block, 'createdBy')),
      });
      for (const key of await storage.list(avatarPrefix(userId))) {
        const file = await storage.open(key);
        if (file) yield { name: 'picture.webp', content: file.stream, modifiedAt: file.modifiedAt.getTime() };
      }
    },

    async moveTo(from, to) {
      await orm.delete(loginSessions).where(eq(loginSessions.userId, from));
      await orm.delete(accountTokens).where(eq(accountTokens.userId, from));
      await orm.delete(apiTokens).where(eq(apiTokens.userId, from));
      await orm.update(passkeys).set({ userId: to }).where(eq(passkeys.userId, from));
      await orm.update(identities).set({ userId: to }).where(eq(identities.userId, from));
      const days = await orm.select().from(activeDays).where(eq(activeDays.userId, from));
      await orm.delete(activeDays).where(eq(activeDays.userId, from));
      for (const { day } of days)
        await orm.insert(activeDays).values({ userId: to, day }).onConflictDoNothing();
      // The role history stays, since it describes the merged account.
      await orm.update(users).set({ email: '', emailKey: '' }).where(eq(users.id, from));
    },

    async erase(userId) {
      for (const key of await storage.list(avatarPrefix(userId))) await storage.delete(key);
      await db.transact(async () => {
        const [user] = await orm.select().from(users).where(eq(users.id, userId));
        if (!user) return;
        const ways = await orm.select().from(identities).where(eq(identities.userId, userId));
        const addresses = [...new Set([user, ...ways].map(({ email }) => email))];
        await orm
          .delete(emailLinks)
          .where(or(...addresses.map((address) => isAddress(emailLinks.email, address))));
        const subjects = ways.map(({ subject }) => subject);
        if (subjects.length > 0)
          await orm.delete(pendingIdentities).where(inArray(pendingIdentities.subject, subjects));
        // A suspension outlives its account.
        await orm.update(suspensionTraces).set({ userId: null }).where(eq(suspensionTraces.userId, userId));
        await orm.delete(accountTokens).where(eq(accountTokens.userId, userId));
        await orm.delete(loginSessions).where(eq(loginSessions.userId, userId));
        await orm.delete(apiTokens).where(eq(apiTokens.userId, userId));
        await orm.delete(passkeys).where(eq(passkeys.userId, userId));
        await orm.delete(activeDays).where(eq(activeDays.userId, userId));
        await orm.delete(identities).where(eq(identities.userId, userId));
        await orm.update(accountChanges).set({ reason: null }).where(eq(accountChanges.userId, userId));
        const now = clock.now();
        await orm
          .update(users)
          .set({
            name: '',
            email: '',
            suspendedReason: null,
            lastSeenAt: 0,
            ownName: false,
            ownEmail: false,
            news: null,
            newsAt: null,
            sharesNew: true,
            locale: null,
            emailKey: '',
            picture: null,
            pictureSource: null,
            role: 'user',
            subscriptionTier: null,
            erasureAt: null,
            updatedAt: now,
            deletedAt: now,
          })
          .where(eq(users.id, userId));
      });
    },
  };
}
