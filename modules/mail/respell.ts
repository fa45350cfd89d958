import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isAddress } from '../../db/dialect.ts';
import { mailLog, mailRecipients } from './tables.ts';

/** Changes the spelling of an address in the mail log; run inside a transaction. */
export async function respellMail({ orm }: Database, address: string, spelled: string): Promise<void> {
  await orm.update(mailLog).set({ toAddress: spelled }).where(eq(mailLog.toAddress, address));
}

/**
 * For a person's change of address, inside its transaction: assigns mails logged only by the old address to the person,
 * and redirects waiting ones to the new address.
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
