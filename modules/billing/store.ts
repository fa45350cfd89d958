import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { givesPlan, isLiving, SUBSCRIPTION_STATUSES } from './contract/plan-terms.ts';
import { stripeCustomers, stripeEvents, subscriptions } from './tables.ts';

export type BillingStore = ReturnType<typeof createBillingStore>;
export type CustomerRow = typeof stripeCustomers.$inferSelect;
/** A row whose customer exists at Stripe. */
export type KnownCustomer = CustomerRow & { customerId: string };
export type SubscriptionRow = typeof subscriptions.$inferSelect;

const GIVING = SUBSCRIPTION_STATUSES.filter(givesPlan);
const LIVING = SUBSCRIPTION_STATUSES.filter(isLiving);

/** All SQL for customers, subscriptions and Stripe's events. */
export function createBillingStore(db: Database, clock: Clock) {
  const { orm } = db;
  const isKnown = (row: CustomerRow | undefined): KnownCustomer | null =>
    row?.customerId ? (row as KnownCustomer) : null;
  return {
    transact: db.transact,

    async findCustomer(userId: string): Promise<KnownCustomer | null> {
      const [row] = await orm.select().from(stripeCustomers).where(eq(stripeCustomers.userId, userId));
      return isKnown(row);
    },

    async findByCustomerId(customerId: string): Promise<KnownCustomer | null> {
      const [row] = await orm
        .select()
        .from(stripeCustomers)
        .where(eq(stripeCustomers.customerId, customerId));
      return isKnown(row);
    },

    /** Maps Stripe's customers to people; customers of other sellers are left out. */
    async ownersOf(customerIds: string[]): Promise<Map<string, string>> {
      if (customerIds.length === 0) return new Map();
      const rows = await orm
        .select({ id: stripeCustomers.customerId, userId: stripeCustomers.userId })
        .from(stripeCustomers)
        .where(inArray(stripeCustomers.customerId, customerIds));
      return new Map(rows.map(({ id, userId }) => [id ?? '', userId]));
    },

    /** The person's row, created if missing; concurrent calls get the same one. */
    async openCustomer(userId: string): Promise<CustomerRow> {
      const made = {
        userId,
        idempotencyKey: newId(),
        readingsBegun: 0,
        readingWritten: 0,
        createdAt: clock.now(),
      };
      await orm.insert(stripeCustomers).values(made).onConflictDoNothing();
      const [row] = await orm.select().from(stripeCustomers).where(eq(stripeCustomers.userId, userId));
      if (!row) throw new Error('the row vanished while it was made');
      return row;
    },

    /** Stores Stripe's id unless a concurrent call has already done so. */
    async nameCustomer(userId: string, customerId: string): Promise<KnownCustomer | null> {
      await orm
        .update(stripeCustomers)
        .set({ customerId })
        .where(and(eq(stripeCustomers.userId, userId), isNull(stripeCustomers.customerId)));
      return this.findCustomer(userId);
    },

    /** Clears a customer id that Stripe doesn't know, so a new customer can be created. */
    async dropCustomer({ userId, customerId }: KnownCustomer): Promise<void> {
      await orm
        .update(stripeCustomers)
        .set({ customerId: null, idempotencyKey: newId() })
        .where(and(eq(stripeCustomers.userId, userId), eq(stripeCustomers.customerId, customerId)));
    },

    /** Deletes the data of a customer that has been deleted at Stripe. */
    async forgetCustomer(customerId: string): Promise<void> {
      await orm.delete(subscriptions).where(eq(subscriptions.stripeCustomerId, customerId));
      await orm.delete(stripeCustomers).where(eq(stripeCustomers.customerId, customerId));
    },

    /** The next page of customers, ordered by person. */
    async listCustomers(afterUserId: string, limit: number): Promise<KnownCustomer[]> {
      const rows = await orm
        .select()
        .from(stripeCustomers)
        .where(and(gt(stripeCustomers.userId, afterUserId), isNotNull(stripeCustomers.customerId)))
        .orderBy(asc(stripeCustomers.userId))
        .limit(limit);
      return rows as KnownCustomer[];
    },

    /** Starts a reading and returns its number. */
    async beginReading(userId: string): Promise<number> {
      const [row] = await orm
        .update(stripeCustomers)
        .set({ readingsBegun: sql`${stripeCustomers.readingsBegun} + 1` })
        .where(eq(stripeCustomers.userId, userId))
        .returning({ reading: stripeCustomers.readingsBegun });
      if (!row) throw new Error('this person has no customer');
      return row.reading;
    },

    /** Returns false if the result of a later reading is already stored, which makes this one stale. */
    async acceptReading(userId: string, reading: number): Promise<boolean> {
      const rows = await orm
        .update(stripeCustomers)
        .set({ readingWritten: reading })
        .where(and(eq(stripeCustomers.userId, userId), lt(stripeCustomers.readingWritten, reading)))
        .returning({ userId: stripeCustomers.userId });
      return rows.length === 1;
    },

    async saveSubscription(row: Omit<SubscriptionRow, 'updatedAt'>): Promise<void> {
      const { id, ...facts } = { ...row, updatedAt: clock.now() };
      await orm
        .insert(subscriptions)
        .values({ id, ...facts })
        .onConflictDoUpdate({ target: subscriptions.id, set: facts });
    },

    /** Marks subscriptions that Stripe no longer lists as canceled. */
    async endOthers(userId: string, known: string[]): Promise<void> {
      await orm
        .update(subscriptions)
        .set({ status: 'canceled', updatedAt: clock.now() })
        .where(
          and(
            eq(subscriptions.userId, userId),
            ne(subscriptions.status, 'canceled'),
            notInArray(subscriptions.id, known),
          ),
        );
    },

    /** The billing period of a person's basic subscription, in ms since the epoch. */
    async findPeriod(userId: string): Promise<{ start: number; end: number } | null> {
      const [row] = await orm
        .select({ start: subscriptions.currentPeriodStart, end: subscriptions.currentPeriodEnd })
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, GIVING)))
        .orderBy(desc(subscriptions.currentPeriodEnd))
        .limit(1);
      return row ?? null;
    },

    async renews(userId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.userId, userId),
            inArray(subscriptions.status, LIVING),
            eq(subscriptions.cancelAtPeriodEnd, false),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /** Stores an event; false if it is already stored. */
    async addEvent(event: { id: string; type: string }): Promise<boolean> {
      const rows = await orm
        .insert(stripeEvents)
        .values({ ...event, receivedAt: clock.now() })
        .onConflictDoNothing()
        .returning({ id: stripeEvents.id });
      return rows.length === 1;
    },

    /** Deletes events received before the given time; Stripe retries only for days. */
    async dropEvents(before: number): Promise<void> {
      await orm.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before));
    },
  };
}
