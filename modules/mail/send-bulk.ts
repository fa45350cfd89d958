import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type DefinedJob, defineJob, RetryLater } from '../jobs/contract/define-job.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { isDeferred, isUnanswered, nextAttemptAt } from '../kit/mail-deferral.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import type { BulkStore, MailJob, Recipient } from './bulk-store.ts';
import { writtenFor } from './contract/compose.ts';
import { NEWS } from './contract/mail-kinds.ts';
import type { Mailer } from './mailer.ts';
import { personalMail } from './personal-mail.ts';
import type { MailAccounts } from './unsubscribe.ts';

export const BULK_MAIL_JOB = 'bulk-mail';
/** pause after each sent mail */
const PACE_MS = 500;
/** consecutive recipients without an answer, after which the mail server counts as down */
const MAX_UNANSWERED = 3;

export interface BulkDeps {
  bulk: BulkStore;
  clock: Pick<Clock, 'now'>;
  mailer: Mailer;
  appName: string;
  accounts(): MailAccounts;
}

const bulkPayload = z.object({ jobId: z.string(), origin: z.string() });
export type BulkPayload = z.infer<typeof bulkPayload>;

export function defineBulkMailJob(deps: BulkDeps): DefinedJob {
  return defineJob({
    kind: BULK_MAIL_JOB,
    payload: bulkPayload,
    concurrency: 1,
    // Each restart of the program counts as an attempt, and no recipient may be missed.
    maxAttempts: 1_000,
    run: (payload, { signal }) => sendBulk(deps, payload, signal),
  });
}

/**
 * Sends the rest of a job, one mail at a time, recording the intent before and the result after each. If killed at any
 * moment, it resumes where it was. A mail whose end the server can't have received is retried with the same Message-ID.
 * A mail interrupted between its end and the server's answer may have been accepted, so it is never retried but
 * reported as failed, with an explanation. Mails that the server defers are retried for a day.
 * @throws if aborted; RetryLater while some are deferred
 */
async function sendBulk(deps: BulkDeps, { jobId, origin }: BulkPayload, signal: AbortSignal): Promise<void> {
  const { bulk } = deps;
  await bulk.settleUncertain(jobId, inCodes(m.mail_error_uncertain));
  let unanswered = 0;
  while (true) {
    signal.throwIfAborted();
    const job = await bulk.findJob(jobId);
    if (job?.state !== 'running') return;
    const recipient = await bulk.nextRecipient(jobId);
    if (!recipient) break;
    const outcome = await sendOne(deps, job, recipient, origin);
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0;
    if (unanswered >= MAX_UNANSWERED) await putOffDue(deps, jobId, recipient);
    if (outcome === 'sent' && (await bulk.nextRecipient(jobId))) await pause(PACE_MS, undefined, { signal });
  }
  const retryAt = await bulk.nextRetryAt(jobId);
  if (retryAt !== null)
    throw new RetryLater(Math.max(0, retryAt - deps.clock.now()), 'the mail server deferred the mail');
  await bulk.endJob(jobId, 'completed');
}

/** With the mail server down, each further recipient would only wait for it again. */
async function putOffDue({ bulk, clock }: BulkDeps, jobId: string, { deferredAt }: Recipient): Promise<void> {
  const now = clock.now();
  await bulk.deferDue(
    jobId,
    inCodes(m.mail_error_unanswered),
    deferredAt ?? now,
    nextAttemptAt(deferredAt ?? now, now),
  );
}

async function sendOne(
  { bulk, clock, mailer, appName, accounts }: BulkDeps,
  job: MailJob,
  recipient: Recipient,
  origin: string,
): Promise<'sent' | 'unanswered' | 'over'> {
  const isWanted = async () =>
    (await accounts().wantsNews(recipient.userId)) && (await bulk.findOptOut(recipient.email)) === null;
  if (job.kind === NEWS && !(await isWanted())) {
    await bulk.settle(recipient, 'skipped', null);
    return 'over';
  }
  const id = recipient.mailId ?? newId();
  const locale = await accounts().languageOfUser(recipient.userId);
  await bulk.intend(recipient, id, locale);
  const now = clock.now();
  const retryAt = nextAttemptAt(recipient.deferredAt ?? now, now);
  let isOurs = true;
  let hasEnded = false;
  try {
    const letter = { kind: job.kind, ...writtenFor(job, locale) };
    await inLocale(locale, async () =>
      mailer.send({
        id,
        kind: job.kind,
        to: recipient.email,
        userId: recipient.userId,
        ...(await personalMail(letter, { appName, name: recipient.name, mailId: id, origin })),
        comesAgain: retryAt !== null,
        async beforeEnd() {
          hasEnded = true;
          isOurs = await bulk.handOver(recipient);
          if (!isOurs) throw new Error('another process is sending this mail');
        },
      }),
    );
  } catch (error) {
    if (!isOurs) return 'over';
    const fault = error instanceof Error && error.message ? error.message : inCodes(m.mail_error_unknown);
    const isUnknown = isUnanswered(error);
    // If the end was sent but not answered, the mail may have arrived.
    if (retryAt !== null && isDeferred(error) && !(isUnknown && hasEnded)) {
      await bulk.defer(recipient, fault, recipient.deferredAt ?? now, retryAt);
    } else await bulk.settle(recipient, 'failed', fault);
    return isUnknown ? 'unanswered' : 'over';
  }
  await bulk.settle(recipient, 'sent', null);
  return 'sent';
}
