import type { Jobs } from '../jobs/jobs.ts';
import { type Clock, utcText } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { m } from '../kit/texts/m.ts';
import type { BulkStore, MailJob, Recipient } from './bulk-store.ts';
import { BULK_MAIL_JOB, type BulkPayload } from './send-bulk.ts';

export interface Mailing
  extends Pick<MailJob, 'kind' | 'subject' | 'content' | 'translations' | 'audience' | 'createdBy'> {
  people: { id: string; email: string; name: string }[];
  /** base URL of its links */
  origin: string;
}

interface BulkMailDeps {
  store: BulkStore;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

/** time for which a mailing's results stay visible */
const RESULTS_SHOWN_MS = 7 * 24 * 60 * 60_000;

/** Mail to many people, sent one by one by the server, even after the page that started it is closed. */
export function createBulkMail({ store, jobs, clock }: BulkMailDeps) {
  return {
    /**
     * @param noted runs in the transaction that stores the mail
     * @returns the mailing's id
     */
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

    async progressOf(id: string) {
      const job = await store.findJob(id);
      return job && { ...(await countsOf(job)), ...(await resultsOf(job)) };
    },

    /** Progress of the running bulk mail, by any admin, or of the last one within a week. */
    async recent() {
      const job = await store.findRecentJob(clock.now() - RESULTS_SHOWN_MS);
      return job && countsOf(job);
    },

    /**
     * Sends a mail again to the recipients that it failed to reach.
     * @returns the new mailing's id; null if there is no such mailing, it is still being sent, or nothing failed
     */
    async retryFailed(
      id: string,
      { createdBy, origin }: Pick<Mailing, 'createdBy' | 'origin'>,
      noted: (id: string, people: number, subject: string) => Promise<void>,
    ): Promise<string | null> {
      const job = await store.findJob(id);
      if (!job || job.state === 'running') return null;
      const failed = (await store.listRecipients(id)).filter(({ state }) => state === 'failed');
      if (failed.length === 0) return null;
      const people = failed.map(({ userId, email, name }) => ({ id: userId, email, name }));
      const { kind, subject, content, translations, audience } = job;
      const mailing = { kind, subject, content, translations, audience, createdBy, people, origin };
      return this.start(mailing, (made) => noted(made, people.length, subject));
    },

    /**
     * Resumes a cancelled mailing for the remaining recipients.
     * @returns false if it wasn't cancelled or no recipients are left
     */
    async goOn(
      id: string,
      origin: string,
      noted: (people: number, subject: string) => Promise<void>,
    ): Promise<boolean> {
      return store.transact(async () => {
        const left = await store.reopenJob(id);
        if (!left) return false;
        // Enqueues a new run, since the previous one may be finishing right now. `handOver` keeps the two from sending
        // a mail twice.
        const payload = { jobId: id, origin } satisfies BulkPayload;
        await jobs.enqueue({ kind: BULK_MAIL_JOB, key: `${id} ${newId()}`, payload });
        await noted(left.people, left.subject);
        return true;
      });
    },

    /**
     * Stops after the mail in progress.
     * @param noted called if the mailing was still running
     */
    async cancel(id: string, noted: (subject: string) => Promise<void>): Promise<void> {
      await store.transact(async () => {
        const job = await store.findJob(id);
        if (job && (await store.endJob(id, 'cancelled'))) await noted(job.subject);
      });
    },
  };

  async function countsOf({ id, subject, state }: MailJob) {
    const people = await store.countRecipients(id);
    const countOf = (one: Recipient['state']) => people.get(one) ?? 0;
    const total = [...people.values()].reduce((sum, some) => sum + some, 0);
    const waiting = state === 'running' ? await store.countDeferred(id) : 0;
    return {
      id,
      subject,
      state,
      total,
      sent: countOf('sent'),
      failed: countOf('failed'),
      skipped: countOf('skipped'),
      waiting,
    };
  }

  async function resultsOf({ id, state }: MailJob) {
    const people = await store.listRecipients(id);
    const inState = (...states: Recipient['state'][]) => people.filter((one) => states.includes(one.state));
    return {
      results: {
        successful: inState('sent').map(({ email }) => email),
        failed: inState('failed').map(({ email, error }) => ({
          email,
          error: error ?? m.mail_error_unknown(),
        })),
        waiting: (state === 'running' ? inState('waiting') : []).flatMap(({ email, error, retryAt }) =>
          retryAt === null
            ? []
            : [{ email, error: error ?? m.mail_error_unknown(), retry_at: utcText(retryAt) }],
        ),
      },
      unreached: state === 'cancelled' ? inState('waiting', 'sending').map(({ email }) => email) : [],
    };
  }
}
