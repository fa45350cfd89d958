import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { newId } from '../../src/kit/ids.ts';
import { type DefinedJob, defineJob } from '../jobs/define-job.ts';
import type { BulkStore, MailJob, Recipient } from './bulk-store.ts';
import { plainTextOf } from './compose-mail.ts';
import type { Mailer } from './mailer.ts';
import { letterTo, personalSubject } from './shared/compose.ts';
import { mailHtml } from './shared/mail-html.ts';
import { unsubscribeAddress, unsubscribeHeaders } from './unsubscribe.ts';

export const BULK_MAIL_JOB = 'bulk-mail';
/** between a sent mail and the next one */
const PACE_MS = 500;

export interface BulkDeps {
  bulk: BulkStore;
  mailer: Mailer;
  appName: string;
}

const UNCERTAIN =
  'The server stopped just as this mail was handed over. It may have arrived, so it was not sent again.';

const bulkPayload = z.object({ jobId: z.string(), origin: z.string() });
export type BulkPayload = z.infer<typeof bulkPayload>;

export function defineBulkMailJob(deps: BulkDeps): DefinedJob {
  return defineJob({
    kind: BULK_MAIL_JOB,
    payload: bulkPayload,
    atOnce: 1,
    // Every start of the program counts as an attempt, and no recipient may be missed.
    maxAttempts: 1_000,
    run: (payload, { signal }) => sendBulk(deps, payload, signal),
  });
}

/**
 * Sends what is left of a job, one mail at a time, each with its intent written before and its result after.
 * Killed at any moment, it resumes where it was. A mail whose end the mail server can't have received is retried
 * under the same Message-ID. One that was interrupted between its end and the server's answer is never retried, since
 * it may have been accepted: it is reported as failed, with a text that says so.
 * @throws when it is aborted
 */
async function sendBulk(deps: BulkDeps, { jobId, origin }: BulkPayload, signal: AbortSignal): Promise<void> {
  const { bulk } = deps;
  await bulk.settleUncertain(jobId, UNCERTAIN);
  while (true) {
    signal.throwIfAborted();
    const job = await bulk.findJob(jobId);
    if (job?.state !== 'running') return;
    const recipient = await bulk.nextRecipient(jobId);
    if (!recipient) break;
    const sent = await sendOne(deps, job, recipient, origin);
    if (sent && (await bulk.nextRecipient(jobId))) await pause(PACE_MS, undefined, { signal });
  }
  await bulk.endJob(jobId, 'completed');
}

async function sendOne(
  { bulk, mailer, appName }: BulkDeps,
  job: MailJob,
  recipient: Recipient,
  origin: string,
): Promise<boolean> {
  if (job.kind === 'marketing' && (await bulk.hasOptedOut(recipient.email))) {
    await bulk.settle(recipient, 'skipped', null);
    return false;
  }
  const id = recipient.mailId ?? newId();
  await bulk.intend(recipient, id);
  const letter = letterTo(job.content, recipient.name);
  const unsubscribeUrl = job.kind === 'marketing' ? unsubscribeAddress(origin, id) : null;
  let fault: string | null = null;
  let isOurs = true;
  try {
    await mailer.send({
      id,
      kind: job.kind,
      to: recipient.email,
      userId: recipient.userId,
      subject: personalSubject(job.subject, recipient.name),
      text: (await plainTextOf(letter)) + (unsubscribeUrl ? `\n\nUnsubscribe: ${unsubscribeUrl}` : ''),
      html: mailHtml({ appName, letter, unsubscribeUrl }),
      ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
      async beforeEnd() {
        isOurs = await bulk.handOver(recipient);
        if (!isOurs) throw new Error('another process sends this mail');
      },
    });
  } catch (error) {
    if (!isOurs) return false;
    fault = error instanceof Error && error.message ? error.message : 'Unknown error';
  }
  await bulk.settle(recipient, fault === null ? 'sent' : 'failed', fault);
  return fault === null;
}
