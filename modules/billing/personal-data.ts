import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { stripeCustomers, subscriptions } from './tables.ts';

/**
 * Purchases. They outlive the account for as long as the legal texts say, under an anonymous id.
 * @param leaveStripe stops charging an erased account and removes everything at Stripe that the law doesn't require to
 * be kept
 */
export function createBillingPersonalData(
  { orm }: Database,
  leaveStripe: (userId: string) => Promise<void>,
): PersonalData {
  return {
    async *files(userId) {
      const [rows, [customer]] = await Promise.all([
        orm.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
        orm.select().from(stripeCustomers).where(eq(stripeCustomers.userId, userId)),
      ]);
      yield jsonFile('billing.json', {
        stripeCustomer:
          customer && personalRow(customer, 'userId', 'idempotencyKey', 'readingsBegun', 'readingWritten'),
        subscriptions: rows.map((row) => personalRow(row, 'userId')),
      });
    },

    /** If both accounts have a customer, this one stays behind: erasing its account ends its subscriptions. */
    async moveTo(from, to) {
      const [known] = await orm.select().from(stripeCustomers).where(eq(stripeCustomers.userId, to));
      if (known?.customerId) return;
      await orm.delete(stripeCustomers).where(eq(stripeCustomers.userId, to));
      await orm.update(stripeCustomers).set({ userId: to }).where(eq(stripeCustomers.userId, from));
      await orm.update(subscriptions).set({ userId: to }).where(eq(subscriptions.userId, from));
    },

    async erase(userId) {
      // Bookkeeping law requires the records themselves to be kept.
      await leaveStripe(userId);
    },
  };
}
