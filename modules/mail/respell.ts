import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mailLog, mailOptOuts } from './tables.ts';

/** Gives mails and opt-outs of an address its other spelling, within a transaction of the caller's. */
export async function respellMail({ orm }: Database, address: string, spelled: string): Promise<void> {
  await orm.update(mailLog).set({ toAddress: spelled }).where(eq(mailLog.toAddress, address));
  const [optOut] = await orm
    .delete(mailOptOuts)
    .where(eq(mailOptOuts.address, address.toLowerCase()))
    .returning();
  if (!optOut) return;
  const kept = { address: spelled.toLowerCase(), at: optOut.at };
  await orm.insert(mailOptOuts).values(kept).onConflictDoNothing();
}
