import { z } from 'zod';
import type { Clock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { isDeferred, isUnanswered } from '../../src/kit/mail-deferral.ts';
import { type DefinedJob, defineJob } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { retryDeferred } from '../jobs/retry-deferred.ts';
import type { Mailer, Message } from './mailer.ts';
import type { MailStore } from './store.ts';

const MAIL_JOB = 'mail';

export type QueuedMail = Pick<Message, 'kind' | 'to' | 'subject' | 'text' | 'userId'>;

interface QueueDeps {
  store: MailStore;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  mailer: Mailer;
  clock: Clock;
}

/** The outbox: mails that are stored in one transaction with what they are about, and sent after it. */
export function createMailQueue({ store, jobs, mailer, clock }: QueueDeps) {
  async function send(id: string, firstAt: number): Promise<void> {
    const mail = await store.find(id);
    if (!mail || mail.state === 'sent' || mail.text === null) return;
    const { kind, toAddress, subject, text, userId } = mail;
    let hasEnded = false;
    const beforeEnd = async () => {
      hasEnded = true;
    };
    try {
      await mailer.send({
        ...{ id, kind, to: toAddress, subject, text, beforeEnd },
        ...{ isKept: true, comesAgain: true, ...(userId !== null && { userId }) },
      });
    } catch (error) {
      // A refusal for good stands in the list of mails, where an operator can send it again.
      if (!isDeferred(error)) return;
      // The server may have taken it: one mail too few can be seen in that list, one too many can't.
      if (hasEnded && isUnanswered(error)) return store.recordResult(id, 'failed', String(error));
      retryDeferred(error, firstAt, clock.now());
    }
  }

  const job: DefinedJob = defineJob({
    kind: MAIL_JOB,
    payload: z.object({}),
    // A mail server that hangs holds up no other work.
    atOnce: 2,
    run: (_, { job }) => send(job.key, job.createdAt),
    gaveUp: ({ key }, error) => store.recordResult(key, 'failed', error),
  });

  return {
    job,

    /** Stores a mail within the caller's transaction; deliver it once that has committed. @returns its id */
    async queue({ to, ...mail }: QueuedMail): Promise<string> {
      const id = newId();
      const row = { id, ...mail, toAddress: to, userId: mail.userId ?? null, html: null };
      await store.recordIntent(row, 'waiting');
      await jobs.enqueue({ kind: MAIL_JOB, key: id, payload: {} });
      return id;
    },

    /**
     * Sends a queued mail at once; without this, or after a crash, the queue does.
     * @returns `waiting` where the mail server says "later": it is retried for a day
     * @throws what the mail server said for good
     */
    async deliver(id: string): Promise<'sent' | 'waiting'> {
      await jobs.runNow(MAIL_JOB, id);
      const mail = await store.find(id);
      if (mail?.state === 'failed') throw new Error(mail.error ?? 'refused');
      return mail?.state === 'sent' ? 'sent' : 'waiting';
    },
  };
}
