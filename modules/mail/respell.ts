import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mailLog } from './tables.ts';

/** Gives mails of an address its other spelling, within a transaction of the caller's. */
export async function respellMail({ orm }: Database, address: string, spelled: string): Promise<void> {
  await orm.update(mailLog).set({ toAddress: spelled }).where(eq(mailLog.toAddress, address));
}
