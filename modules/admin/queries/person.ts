import { and, count, desc, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { accountChanges, identities, users } from '../../auth/tables.ts';
import { stripeCustomers, subscriptions } from '../../billing/tables.ts';
import { dreamReports, dreams } from '../../dreams/tables.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { mailLog } from '../../mail/tables.ts';
import { securityEvents } from '../../security-log/tables.ts';
import { personNotes } from '../tables.ts';

/** Everything about one user. Lists are newest first. */
export function createPersonQueries({ orm }: Database, clock: Clock) {
  return {
    async subjectOf(userId: string): Promise<string | null> {
      const [row] = await orm
        .select({ subject: identities.subject })
        .from(identities)
        .where(and(eq(identities.userId, userId), ne(identities.issuer, 'email')))
        .orderBy(desc(identities.lastUsedAt))
        .limit(1);
      return row?.subject ?? null;
    },

    /** True while there is only one account and no dream yet. */
    async isFresh(): Promise<boolean> {
      const [people, dreamed] = await Promise.all([
        orm.select({ id: users.id }).from(users).limit(2),
        orm.select({ id: dreams.id }).from(dreams).limit(1),
      ]);
      return people.length < 2 && dreamed.length === 0;
    },

    async lastChangeOf(userId: string) {
      const [row] = await orm
        .select({ change: accountChanges, by: users.email })
        .from(accountChanges)
        .leftJoin(users, eq(users.id, accountChanges.actorId))
        .where(eq(accountChanges.userId, userId))
        .orderBy(desc(accountChanges.at))
        .limit(1);
      return row ?? null;
    },

    async paymentsOf(userId: string) {
      const [[customer], [subscription]] = await Promise.all([
        orm
          .select({ id: stripeCustomers.customerId })
          .from(stripeCustomers)
          .where(eq(stripeCustomers.userId, userId)),
        orm
          .select()
          .from(subscriptions)
          .where(eq(subscriptions.userId, userId))
          .orderBy(desc(subscriptions.createdAt))
          .limit(1),
      ]);
      return { customer: customer?.id ?? null, subscription: subscription ?? null };
    },

    async countDreamsOf(userId: string): Promise<number> {
      return orm.$count(dreams, eq(dreams.userId, userId));
    },

    dreamsBy: (userId: string, limit: number) =>
      orm
        .select()
        .from(dreams)
        .where(eq(dreams.userId, userId))
        .orderBy(desc(dreams.requestedAt))
        .limit(limit),

    mailsTo: (userId: string, limit: number) =>
      orm
        .select()
        .from(mailLog)
        .where(eq(mailLog.userId, userId))
        .orderBy(desc(mailLog.createdAt))
        .limit(limit),

    signInsOf: (userId: string, limit: number) =>
      orm
        .select()
        .from(securityEvents)
        .where(and(eq(securityEvents.userId, userId), eq(securityEvents.kind, 'sign-in')))
        .orderBy(desc(securityEvents.at))
        .limit(limit),

    async countReports(userId: string): Promise<{ made: number; received: number }> {
      const [[made], [received]] = await Promise.all([
        orm.select({ n: count() }).from(dreamReports).where(eq(dreamReports.userId, userId)),
        orm
          .select({ n: count() })
          .from(dreamReports)
          .innerJoin(dreams, eq(dreams.id, dreamReports.dreamId))
          .where(eq(dreams.userId, userId)),
      ]);
      return { made: made?.n ?? 0, received: received?.n ?? 0 };
    },

    async addPersonNote(
      note: Pick<typeof personNotes.$inferInsert, 'userId' | 'actorId' | 'text' | 'withheld'>,
    ): Promise<void> {
      await orm.insert(personNotes).values({ ...note, id: newId(), at: clock.now() });
    },

    notesOn: (userId: string) =>
      orm
        .select({ note: personNotes, by: users.email })
        .from(personNotes)
        .leftJoin(users, eq(users.id, personNotes.actorId))
        .where(eq(personNotes.userId, userId))
        .orderBy(desc(personNotes.at))
        .limit(100),
  };
}
