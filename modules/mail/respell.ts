import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isAddress } from '../../db/dialect.ts';
import { mailLog, mailRecipients } from './tables.ts';

/** Gives mails of an address its other spelling, within a transaction of the caller's. */
export async function respellMail({ orm }: Database, address: string, spelled: string): Promise<void> {
  await orm.update(mailLog).set({ toAddress: spelled }).where(eq(mailLog.toAddress, address));
}

/**
 * For a person's change of address, within its transaction: mails that are logged by the earlier address alone get the
 * person, and those that wait go to the new one.
 */
export async function moveMailAddress(
  { orm }: Database,
  userId: string,
  from: string,
  to: string,
): Promise<void> {
  await orm
    .update(mailLog)
    .set({ userId })
    .where(and(isAddress(mailLog.toAddress, from), isNull(mailLog.userId)));
  await orm
    .update(mailRecipients)
    .set({ email: to })
    .where(and(eq(mailRecipients.userId, userId), eq(mailRecipients.state, 'waiting')));
}
