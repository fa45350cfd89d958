import { utcText } from '../../kit/clock.ts';
import type { MailJobRow, MailListRequest, MailsAnswer } from '../contract/mails.ts';
import type { AdminStore } from '../store.ts';

const JOBS = 10;

/** All mails with their outcomes, and the latest bulk mails. */
export async function readMails(
  store: AdminStore,
  { page, limit, action: _, ...filter }: MailListRequest,
): Promise<MailsAnswer> {
  const [rows, totalCount, jobs] = await Promise.all([
    store.listMails(filter, { limit, offset: (page - 1) * limit }),
    store.countMails(filter),
    readJobs(store),
  ]);
  return {
    mails: rows.map((mail) => ({
      id: mail.id,
      at: utcText(mail.createdAt),
      to: mail.toAddress,
      user_id: mail.userId,
      kind: mail.kind,
      subject: mail.subject,
      state: mail.state,
      error: mail.error,
      can_be_sent_again: mail.text !== null,
    })),
    totalCount,
    jobs,
  };
}

async function readJobs(store: AdminStore): Promise<MailJobRow[]> {
  const jobs = await store.listMailJobs(JOBS);
  if (jobs.length === 0) return [];
  const counts = await store.countRecipientsOf(jobs.map(({ job }) => job.id));
  return jobs.map(({ job, by }) => {
    const own = counts.filter(({ jobId }) => jobId === job.id);
    const countOf = (state: string) => own.find((one) => one.state === state)?.n ?? 0;
    return {
      id: job.id,
      at: utcText(job.createdAt),
      subject: job.subject,
      kind: job.kind,
      audience: job.audience,
      by,
      state: job.state,
      total: own.reduce((sum, { n }) => sum + n, 0),
      sent: countOf('sent'),
      failed: countOf('failed'),
      skipped: countOf('skipped'),
      left: job.state === 'cancelled' ? countOf('waiting') + countOf('sending') : 0,
    };
  });
}
