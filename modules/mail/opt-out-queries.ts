import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { spelledAddress } from '../../src/kit/email-address.ts';
import { mailLog, mailOptOuts } from './tables.ts';

/** SQL of who wants no bulk mail; a part of the store. */
export function createOptOutQueries({ orm }: Database, clock: Clock) {
  return {
    async hasOptedOut(address: string): Promise<boolean> {
      const [row] = await orm
        .select({ address: mailOptOuts.address })
        .from(mailOptOuts)
        .where(eq(mailOptOuts.address, spelledAddress(address).toLowerCase()));
      return row !== undefined;
    },

    /** Takes the address of a mail off marketing mail; false when no such mail was ever sent. */
    async optOut(mailId: string): Promise<boolean> {
      const [mail] = await orm
        .select({ address: mailLog.toAddress })
        .from(mailLog)
        .where(eq(mailLog.id, mailId));
      if (!mail) return false;
      await orm
        .insert(mailOptOuts)
        .values({ address: spelledAddress(mail.address).toLowerCase(), at: clock.now() })
        .onConflictDoNothing();
      return true;
    },
  };
}
