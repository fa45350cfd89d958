import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import { spelledAddress } from '../../kit/email-address.ts';
import { mailJobs, mailLog, mailRecipients } from '../../mail/tables.ts';
import { MAIL_FILTER, type MailFilter } from '../contract/mail-filter.ts';
import { filterConditions } from './filter-conditions.ts';

const count = sql<number>`count(*)`.mapWith(Number);

/** Sent mails, and bulk mails. */
export function createMailQueries({ orm }: Database) {
  return {
    async countMails(filter: MailFilter): Promise<number> {
      return orm.$count(mailLog, matching(filter));
    },

    /** Newest first. */
    listMails(filter: MailFilter, page: { limit: number; offset: number }) {
      const order = [desc(mailLog.createdAt), desc(mailLog.id)];
      // Skipped rows are counted in the index; only the page's mails are read.
      const ids = orm
        .select({ id: mailLog.id })
        .from(mailLog)
        .where(matching(filter))
        .orderBy(...order)
        .limit(page.limit)
        .offset(page.offset);
      return orm
        .select()
        .from(mailLog)
        .where(inArray(mailLog.id, ids))
        .orderBy(...order);
    },

    listMailJobs(limit: number) {
      return orm
        .select({ job: mailJobs, by: users.email })
        .from(mailJobs)
        .leftJoin(users, eq(users.id, mailJobs.createdBy))
        .orderBy(desc(mailJobs.createdAt))
        .limit(limit);
    },

    countRecipientsOf(jobIds: string[]) {
      return orm
        .select({ jobId: mailRecipients.jobId, state: mailRecipients.state, n: count })
        .from(mailRecipients)
        .where(inArray(mailRecipients.jobId, jobIds))
        .groupBy(mailRecipients.jobId, mailRecipients.state);
    },
  };
}

const matching = (filter: MailFilter) =>
  filterConditions(MAIL_FILTER, filter, mailLog, {
    to: (address) => inArray(mailLog.toAddress, [address, spelledAddress(address)]),
  });
