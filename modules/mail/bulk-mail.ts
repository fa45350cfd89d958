import { type Clock, utcText } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { nextAttemptAt } from '../../src/kit/mail-deferral.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { BulkStore, MailJob, Recipient } from './bulk-store.ts';
import { BULK_MAIL_JOB, type BulkPayload } from './send-bulk.ts';

export interface Mailing extends Pick<MailJob, 'kind' | 'subject' | 'content' | 'audience' | 'createdBy'> {
  people: { id: string; email: string; name: string }[];
  /** of the links in it */
  origin: string;
  /** of one that was sent already, and that its mail server has just put off */
  deferred?: { mailId: string; error: string };
}

export type BulkMail = ReturnType<typeof createBulkMail>;

interface BulkMailDeps {
  store: BulkStore;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

/** how long the results of a mail stay at hand */
const RESULTS_SHOWN_MS = 7 * 24 * 60 * 60_000;

/** Mails to many, which the server sends one after the other, also after the page that started them is closed. */
export function createBulkMail({ store, jobs, clock }: BulkMailDeps) {
  return {
    /** @param noted is stored together with the mail, or not at all; @returns the mail's id */
    async start(
      { people, origin, deferred, ...job }: Mailing,
      noted: (id: string) => Promise<void>,
    ): Promise<string> {
      const id = newId();
      const now = clock.now();
      const runAt = deferred ? nextAttemptAt(now, now) : null;
      await store.transact(async () => {
        await store.addJob(
          { id, ...job },
          people,
          deferred && { ...deferred, deferredAt: now, retryAt: runAt },
        );
        await jobs.enqueue({
          kind: BULK_MAIL_JOB,
          key: id,
          payload: { jobId: id, origin } satisfies BulkPayload,
          ...(runAt !== null && { delayMs: runAt - now }),
        });
        await noted(id);
      });
      return id;
    },

    /** Progress of a mail, and whom it reached; null when there is none of this id. */
    async progressOf(id: string) {
      const job = await store.findJob(id);
      return job && { ...(await countsOf(job)), ...(await resultsOf(job)) };
    },

    /** Progress of the mail that is being sent now, by any admin, or of the last one of this week. */
    async recent() {
      const job = await store.findRecentJob(clock.now() - RESULTS_SHOWN_MS);
      return job && countsOf(job);
    },

    /**
     * Sends a mail once more to those whom it did not reach.
     * @returns the new mail's id, and to how many; null where there is no such mail, it is still being sent, or it
     * reached everybody
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
      const { kind, subject, content, audience } = job;
      return this.start({ kind, subject, content, audience, createdBy, people, origin }, (made) =>
        noted(made, people.length, subject),
      );
    },

    /**
     * Goes on with a stopped mail, to everybody whose turn had not come.
     * @returns false where it wasn't stopped, or nobody is left
     */
    async goOn(
      id: string,
      origin: string,
      noted: (people: number, subject: string) => Promise<void>,
    ): Promise<boolean> {
      return store.transact(async () => {
        const left = await store.reopenJob(id);
        if (!left) return false;
        // A run of its own: the one before may be at its end just now. No recipient is handed over by both.
        const payload = { jobId: id, origin } satisfies BulkPayload;
        await jobs.enqueue({ kind: BULK_MAIL_JOB, key: `${id} ${newId()}`, payload });
        await noted(left.people, left.subject);
        return true;
      });
    },

    /** Stops after the mail that is being sent. @param noted is called where it was still running */
    async cancel(id: string, noted: (subject: string) => Promise<void>): Promise<void> {
      await store.transact(async () => {
        const job = await store.findJob(id);
        if (job && (await store.endJob(id, 'cancelled'))) await noted(job.subject);
      });
    },
  };

  async function countsOf({ id, subject, state }: MailJob) {
    const people = await store.countRecipients(id);
    const of = (wanted: Recipient['state']) => people.get(wanted) ?? 0;
    const total = [...people.values()].reduce((sum, some) => sum + some, 0);
    const waiting = state === 'running' ? await store.countDeferred(id) : 0;
    return {
      id,
      subject,
      state,
      total,
      sent: of('sent'),
      failed: of('failed'),
      skipped: of('skipped'),
      waiting,
    };
  }

  async function resultsOf({ id, state }: MailJob) {
    const people = await store.listRecipients(id);
    const of = (...wanted: Recipient['state'][]) => people.filter((one) => wanted.includes(one.state));
    return {
      results: {
        successful: of('sent').map(({ email }) => email),
        failed: of('failed').map(({ email, error }) => ({ email, error: error ?? 'Unknown error' })),
        waiting: (state === 'running' ? of('waiting') : []).flatMap(({ email, error, retryAt }) =>
          retryAt === null ? [] : [{ email, error: error ?? 'Unknown error', retry_at: utcText(retryAt) }],
        ),
      },
      unreached: state === 'cancelled' ? of('waiting', 'sending').map(({ email }) => email) : [],
    };
  }
}
