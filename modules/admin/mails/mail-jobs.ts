import { AppError, notFound } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { NEWS } from '../../mail/contract/mail-kinds.ts';
import type { MailJobAnswer, MailJobRequest } from '../contract/mail.ts';
import { filterWords } from '../contract/people/people-filters.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit, Operator } from '../operator.ts';

type MailJobDeps = Pick<AdminDeps, 'store'> & { mail: Pick<AdminDeps['mail'], 'bulk'> };

type Sender = Pick<Operator, 'person' | 'audit' | 'origin'>;

/** Starts a bulk mail. The server keeps sending after the page is closed. @throws AppError 400 without recipients */
export async function startMailJob(
  { store, mail, clock }: MailJobDeps & Pick<AdminDeps, 'clock'>,
  { person, audit, origin }: Sender,
  { kind, subject, content, translations, userIds, ...whom }: MailJobRequest,
): Promise<{ id: string }> {
  const filter = whom.filter ?? (whom.audience === 'all' ? {} : { role: whom.audience });
  const isNews = kind === NEWS;
  const people = await store.listMailable(userIds ?? filter, isNews, clock.now());
  if (people.length === 0)
    throw new AppError(
      400,
      'nobody',
      isNews ? m.admin_mails_error_no_news_readers() : m.admin_mails_error_no_users(),
    );
  const audience = inCodes(() =>
    userIds ? m.admin_mails_audience_selected() : (filterWords(filter) ?? m.admin_mails_audience_all()),
  );
  const detail = inCodes(() => m.admin_mails_audit_bulk({ subject, count: people.length, audience }));
  const id = await mail.bulk.start(
    { kind, subject, content, translations, audience, createdBy: person.id, people, origin },
    (targetId) => audit({ action: 'bulk-mail', userId: null, targetId, detail }),
  );
  return { id };
}

/** Resends a bulk mail to everyone it failed to reach. @throws AppError 409 if there are none */
export async function retryFailed(
  { mail }: Pick<MailJobDeps, 'mail'>,
  { person, audit, origin }: Sender,
  jobId: string,
): Promise<void> {
  const made = await mail.bulk.retryFailed(jobId, { createdBy: person.id, origin }, (id, people, subject) =>
    audit({
      action: 'bulk-mail',
      userId: null,
      targetId: id,
      detail: inCodes(() => m.admin_mails_audit_bulk_again({ subject, count: people })),
    }),
  );
  if (made === null) throw new AppError(409, 'none-failed', m.admin_mails_error_none_failed());
}

/**
 * Resumes a stopped bulk mail: everyone still waiting gets it, and no one gets it twice.
 * @throws AppError 409 if it wasn't stopped or no one is left
 */
export async function sendRest(
  { mail }: Pick<MailJobDeps, 'mail'>,
  { audit, origin }: Sender,
  jobId: string,
): Promise<void> {
  const goesOn = await mail.bulk.goOn(jobId, origin, (people, subject) =>
    audit({
      action: 'bulk-mail',
      userId: null,
      targetId: jobId,
      detail: inCodes(() => m.admin_mails_audit_bulk_rest({ subject, count: people })),
    }),
  );
  if (!goesOn) throw new AppError(409, 'none-left', m.admin_mails_error_none_left());
}

/** @throws AppError 404 */
export async function readMailJob({ mail }: Pick<MailJobDeps, 'mail'>, id: string): Promise<MailJobAnswer> {
  const job = await mail.bulk.progressOf(id);
  if (!job) throw notFound(m.admin_mails_error_no_job());
  return job;
}

/** Stops after the current mail. @throws AppError 404 */
export async function cancelMailJob(deps: MailJobDeps, audit: Audit, id: string): Promise<MailJobAnswer> {
  await deps.mail.bulk.cancel(id, (subject) =>
    audit({
      action: 'bulk-mail',
      userId: null,
      targetId: id,
      detail: inCodes(() => m.admin_mails_audit_bulk_stopped({ subject })),
    }),
  );
  return readMailJob(deps, id);
}
