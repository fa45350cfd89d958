import { asc, eq, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isAddress } from '../../db/dialect.ts';
import { utcText } from '../../src/kit/clock.ts';
import { jsonFile, type PersonalData } from '../../src/kit/personal-data.ts';
import type { Outbox } from './outbox.ts';
import { mailLog, mailOptOuts, mailRecipients } from './tables.ts';

/** The mails that went to a person; their addresses are asked for, since a mail is logged by address. */
export function createMailPersonalData(
  { orm }: Database,
  addressesOf: (userId: string) => Promise<string[]>,
  outbox: Pick<Outbox, 'remove'>,
): PersonalData {
  const toPerson = async (userId: string) =>
    or(
      eq(mailLog.userId, userId),
      ...(await addressesOf(userId)).map((address) => isAddress(mailLog.toAddress, address)),
    );

  return {
    async *files(userId) {
      const rows = await orm
        .select()
        .from(mailLog)
        .where(await toPerson(userId))
        .orderBy(asc(mailLog.createdAt));
      yield jsonFile(
        'mails.json',
        rows.map(({ kind, toAddress, subject, state, text, createdAt }) => ({
          kind,
          to: toAddress,
          subject,
          state,
          text,
          sent: utcText(createdAt),
        })),
      );
    },

    async moveTo(from, to) {
      await orm.update(mailLog).set({ userId: to }).where(eq(mailLog.userId, from));
      await orm.update(mailRecipients).set({ userId: to }).where(eq(mailRecipients.userId, from));
    },

    async erase(userId) {
      for (const address of await addressesOf(userId)) {
        await orm.delete(mailOptOuts).where(eq(mailOptOuts.address, address.toLowerCase()));
      }
      const isTheirs = await toPerson(userId);
      const logged = await orm.select({ id: mailLog.id }).from(mailLog).where(isTheirs);
      await outbox.remove(logged.map(({ id }) => id));
      await orm.delete(mailLog).where(isTheirs);
      await orm.delete(mailRecipients).where(eq(mailRecipients.userId, userId));
    },
  };
}
