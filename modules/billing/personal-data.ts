import { eq } from 'drizzle-orm';
import type { Database } from '../../db/open.ts';
import { utcText } from '../../src/clock.ts';
import { jsonFile, type PersonalData } from '../../src/personal-data.ts';
import { subscriptions } from './tables.ts';

/** What was bought. It outlives the account for as long as the legal texts say, under a nameless id. */
export function createBillingPersonalData({ orm }: Database): PersonalData {
  return {
    async *files(userId) {
      const rows = await orm.select().from(subscriptions).where(eq(subscriptions.userId, userId));
      yield jsonFile(
        'billing.json',
        rows.map(({ id, tier, status, currentPeriodStart, currentPeriodEnd, createdAt }) => ({
          subscription: id,
          plan: tier,
          status,
          period: [utcText(currentPeriodStart), utcText(currentPeriodEnd)],
          since: utcText(createdAt),
        })),
      );
    },

    async erase() {
      // Bookkeeping law keeps these records.
    },
  };
}
