import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/open.ts';
import { subscriptions } from './tables.ts';

export type BillingStore = ReturnType<typeof createBillingStore>;

export function createBillingStore({ orm }: Database) {
  return {
    /** The billing period that a person's subscription is in, in ms since the epoch. */
    async findPeriod(userId: string): Promise<{ start: number; end: number } | null> {
      const [row] = await orm
        .select({ start: subscriptions.currentPeriodStart, end: subscriptions.currentPeriodEnd })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.userId, userId),
            inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
          ),
        )
        .orderBy(desc(subscriptions.currentPeriodEnd))
        .limit(1);
      return row ?? null;
    },

    /** Whether a subscription goes on charging by itself. */
    async renews(userId: string): Promise<boolean> {
      const [row] = await orm
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.userId, userId),
            inArray(subscriptions.status, ['active', 'trialing', 'past_due', 'unpaid', 'paused']),
            eq(subscriptions.cancelAtPeriodEnd, false),
          ),
        )
        .limit(1);
      return row !== undefined;
    },
  };
}
