import { AppError, notFound } from '../../src/kit/errors.ts';
import { newId } from '../../src/kit/ids.ts';
import type { SessionUser } from '../auth/schemas.ts';
import type { JobsStore } from '../jobs/store.ts';
import type { BulkStore, MailJob } from '../mail/bulk-store.ts';
import { BULK_MAIL_JOB, type BulkPayload } from '../mail/send-bulk.ts';
import type { Audit } from './audit.ts';
import type { MailJobAnswer, MailJobRequest } from './schemas.ts';
import type { AdminStore } from './store.ts';

export interface MailJobDeps {
  store: AdminStore;
  bulk: BulkStore;
  jobs: JobsStore;
}

/** Starts a bulk mail; the server sends it, whatever becomes of the page. @throws AppError 400 without anybody */
export async function startMailJob(
  { store, bulk, jobs }: MailJobDeps,
  admin: SessionUser,
  audit: Audit,
  request: MailJobRequest,
  origin: string,
): Promise<{ id: string }> {
  const people = await store.listMailable(request.userIds ?? request.audience ?? 'all');
  if (people.length === 0) throw new AppError(400, 'nobody', 'No users selected');
  const id = newId();
  const audience = request.userIds ? 'selected' : (request.audience ?? 'all');
  const { kind, subject, content } = request;
  const detail = `“${subject}” to ${people.length} (${audience})`;
  await bulk.transact(async () => {
    await bulk.addJob({ id, kind, subject, content, audience, createdBy: admin.id }, people);
    await jobs.enqueue({
      kind: BULK_MAIL_JOB,
      key: id,
      payload: { jobId: id, origin } satisfies BulkPayload,
    });
    await audit({ action: 'bulk-mail', userId: null, targetId: id, detail });
  });
  return { id };
}

/** @throws AppError 404 */
export async function readMailJob({ bulk }: MailJobDeps, id: string): Promise<MailJobAnswer> {
  const job = await bulk.findJob(id);
  if (!job) throw notFound('No mail job');
  return present(bulk, job);
}

/** The job that is being sent now, whoever started it. */
export async function readRunningMailJob({ bulk }: MailJobDeps): Promise<{ job: MailJobAnswer | null }> {
  const job = await bulk.findRunningJob();
  return { job: job && (await present(bulk, job)) };
}

/** Stops after the mail that is being sent. @throws AppError 404 */
export async function cancelMailJob(deps: MailJobDeps, audit: Audit, id: string): Promise<MailJobAnswer> {
  await deps.bulk.transact(async () => {
    if (await deps.bulk.endJob(id, 'cancelled')) {
      await audit({ action: 'bulk-mail', userId: null, targetId: id, detail: 'cancelled' });
    }
  });
  return readMailJob(deps, id);
}

async function present(bulk: BulkStore, job: MailJob): Promise<MailJobAnswer> {
  const people = await bulk.listRecipients(job.id);
  const of = (state: string) => people.filter((one) => one.state === state);
  return {
    id: job.id,
    subject: job.subject,
    state: job.state,
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
