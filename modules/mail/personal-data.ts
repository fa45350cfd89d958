import { asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { holdsLowerCase, isAddress } from '../../db/dialect.ts';
import { utcText } from '../kit/clock.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import { letterTo, personalSubject, writtenFor } from './contract/compose.ts';
import type { Outbox } from './outbox.ts';
import { mailJobs, mailLog, mailRecipients } from './tables.ts';

/** Mails sent to a person. The log is keyed by address, so it needs all of the person's addresses. */
export function createMailPersonalData(
  { orm }: Database,
  addressesOf: (userId: string) => Promise<string[]>,
  findOptOut: (address: string) => Promise<{ at: number } | null>,
  outbox: Pick<Outbox, 'remove'>,
): PersonalData {
  const toPerson = async (userId: string) =>
    or(
      eq(mailLog.userId, userId),
      ...(await addressesOf(userId)).map((address) => isAddress(mailLog.toAddress, address)),
    );

  return {
    async *files(userId) {
      const addresses = await addressesOf(userId);
      const [sent, mailings, optOuts] = await Promise.all([
        orm
          .select()
          .from(mailLog)
          .where(await toPerson(userId))
          .orderBy(asc(mailLog.createdAt)),
        orm
          .select({ recipient: mailRecipients, job: mailJobs })
          .from(mailRecipients)
          .innerJoin(mailJobs, eq(mailJobs.id, mailRecipients.jobId))
          .where(eq(mailRecipients.userId, userId))
          .orderBy(asc(mailJobs.createdAt)),
        Promise.all(
          addresses.map(async (address) => ({ address, at: (await findOptOut(address))?.at ?? null })),
        ),
      ]);
      yield jsonFile('mails.json', {
        mails: sent.map((mail) => personalRow(mail, 'userId')),
        // The content of a bulk mail is stored once for all of its recipients.
        mailings: mailings.map(({ recipient, job }) => {
          const { subject, content } = writtenFor(job, recipient.locale);
          return {
            ...personalRow(recipient, 'userId', 'position'),
            kind: job.kind,
            audience: job.audience,
            subject: personalSubject(subject, recipient.name),
            text: letterTo(content, recipient.name).text,
            started: utcText(job.createdAt),
          };
        }),
        unsubscribed: optOuts.filter(({ at }) => at !== null).map((row) => personalRow(row)),
      });
    },

    async moveTo(from, to) {
      await orm.update(mailLog).set({ userId: to }).where(eq(mailLog.userId, from));
      await orm.update(mailRecipients).set({ userId: to }).where(eq(mailRecipients.userId, from));
    },

    async erase(userId) {
      // An opt-out stays, as a code: the address may be used again.
      for (const address of await addressesOf(userId)) {
        // A recipient filter may contain the address.
        const named = holdsLowerCase(sql`lower(${mailJobs.audience})`, address.toLowerCase());
        await orm
          .update(mailJobs)
          .set({ audience: inCodes(m.mail_audience_erased) })
          .where(named);
      }
      const isTheirs = await toPerson(userId);
      const logged = await orm.select({ id: mailLog.id }).from(mailLog).where(isTheirs);
      await outbox.remove(logged.map(({ id }) => id));
      await orm.delete(mailLog).where(isTheirs);
      await orm.delete(mailRecipients).where(eq(mailRecipients.userId, userId));
    },
  };
}
