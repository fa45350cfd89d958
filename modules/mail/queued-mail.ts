import { z } from 'zod';
import { type DefinedJob, defineJob, retryDeferred } from '../jobs/contract/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { isDeferred, isUnanswered } from '../kit/mail-deferral.ts';
import { BASE_LOCALE, inLocale } from '../kit/texts/locale.ts';
import type { Mailer, Message } from './mailer.ts';
import type { MailStore } from './store.ts';

const MAIL_JOB = 'mail';

export type QueuedMail = Pick<Message, 'kind' | 'to' | 'subject' | 'text' | 'html' | 'userId'>;

interface QueueDeps {
  store: MailStore;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  mailer: Mailer;
  clock: Clock;
}

/** Mail queue: mails are stored in the transaction that they belong to and sent after it commits. */
export function createMailQueue({ store, jobs, mailer, clock }: QueueDeps) {
  async function send(id: string, firstAt: number): Promise<void> {
    const mail = await store.find(id);
    if (!mail || mail.state === 'sent' || mail.text === null) return;
    const { kind, toAddress, subject, text, html, userId, locale } = mail;
    let hasEnded = false;
    const beforeEnd = async () => {
      hasEnded = true;
    };
    try {
      await inLocale(locale ?? BASE_LOCALE, () =>
        mailer.send({
          ...{ id, kind, to: toAddress, subject, text, beforeEnd },
          ...{
            isKept: true,
            comesAgain: true,
            ...(html !== null && { html }),
            ...(userId !== null && { userId }),
          },
        }),
      );
    } catch (error) {
      // A permanent rejection is shown in the list of mails, where an operator can send it again.
      if (!isDeferred(error)) return;
      // The server may have accepted it: that list shows a missing mail, but couldn't show a duplicate.
      if (hasEnded && isUnanswered(error)) return store.recordResult(id, 'failed', String(error));
      retryDeferred(error, firstAt, clock.now());
    }
  }

  const job: DefinedJob = defineJob({
    kind: MAIL_JOB,
    payload: z.object({}),
    // Limited, so a mail server that hangs doesn't hold up other jobs.
    concurrency: 2,
    run: (_, { job }) => send(job.key, job.createdAt),
    gaveUp: ({ key }, error) => store.recordResult(key, 'failed', error),
  });

  return {
    job,

    /**
     * Stores a mail in the caller's transaction. Call `deliver` after the commit.
     * @returns its id
     */
    async queue({ to, ...mail }: QueuedMail): Promise<string> {
      const id = newId();
      const row = { id, ...mail, toAddress: to, userId: mail.userId ?? null, html: mail.html ?? null };
      await store.recordIntent(row, 'waiting');
      await jobs.enqueue({ kind: MAIL_JOB, key: id, payload: {} });
      return id;
    },

    /**
     * Sends a queued mail now; otherwise, or after a crash, the job sends it.
     * @returns `waiting` if the mail server said "later": it is retried for a day
     * @throws if the mail server rejected it permanently
     */
    async deliver(id: string): Promise<'sent' | 'waiting'> {
      await jobs.runNow(MAIL_JOB, id);
      const mail = await store.find(id);
      if (mail?.state === 'failed') throw new Error(mail.error ?? 'refused');
      return mail?.state === 'sent' ? 'sent' : 'waiting';
    },
  };
}
