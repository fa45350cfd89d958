import { newId } from '../../src/kit/ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { BulkStore, MailJob } from './bulk-store.ts';
import { BULK_MAIL_JOB, type BulkPayload } from './send-bulk.ts';

export interface Mailing extends Pick<MailJob, 'kind' | 'subject' | 'content' | 'audience' | 'createdBy'> {
  people: { id: string; email: string; name: string }[];
  /** of the links in it */
  origin: string;
}

/** Mails to many, which the server sends one after the other, also after the page that started them is closed. */
export function createBulkMail({ store, jobs }: { store: BulkStore; jobs: Pick<Jobs, 'enqueue'> }) {
  return {
    /** @param noted is stored together with the mail, or not at all; @returns the mail's id */
    async start({ people, origin, ...job }: Mailing, noted: (id: string) => Promise<void>): Promise<string> {
      const id = newId();
      await store.transact(async () => {
        await store.addJob({ id, ...job }, people);
        await jobs.enqueue({
          kind: BULK_MAIL_JOB,
          key: id,
          payload: { jobId: id, origin } satisfies BulkPayload,
        });
        await noted(id);
      });
      return id;
    },

    /** How far a mail is; null when there is none of this id. */
    async progressOf(id: string) {
      const job = await store.findJob(id);
      return job && progressOf(job);
    },

    /** How far the mail is that is being sent now, whoever started it. */
    async running() {
      const job = await store.findRunningJob();
      return job && progressOf(job);
    },

    /** Stops after the mail that is being sent. @param noted is called where it was still running */
    async cancel(id: string, noted: () => Promise<void>): Promise<void> {
      await store.transact(async () => {
        if (await store.endJob(id, 'cancelled')) await noted();
      });
    },
  };

  async function progressOf({ id, subject, state }: MailJob) {
    const people = await store.listRecipients(id);
    const of = (wanted: string) => people.filter((one) => one.state === wanted);
    return {
      id,
      subject,
      state,
      total: people.length,
      sent: of('sent').length,
      failed: of('failed').length,
      skipped: of('skipped').length,
      results: {
        successful: of('sent').map(({ email }) => email),
        failed: of('failed').map(({ email, error }) => ({ email, error: error ?? 'Unknown error' })),
      },
    };
  }
}
