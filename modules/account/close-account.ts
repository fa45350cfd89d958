import { z } from 'zod';
import type { User } from '../auth/auth.ts';
import { type DefinedJob, defineJob } from '../jobs/contract/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { AppError, notFound } from '../kit/errors.ts';
import { inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import type { AccountDeps } from './deps.ts';
import { queueClosedMail, sendClosedMailNow } from './mail-closed.ts';

/** Days during which a closed account can be restored. */
export const GRACE_DAYS = 14;
const GRACE_MS = GRACE_DAYS * 24 * 3600_000;

export const ERASE_JOB = 'erase-account';

const erasePayload = z.object({ userId: z.string(), erasureAt: z.number() });
type ErasePayload = z.infer<typeof erasePayload>;

/** Schedules the erasure of an account, which has no effect if the owner restores it before then. */
export const scheduleErasure = (jobs: Pick<Jobs, 'enqueue'>, userId: string, erasureAt: number) =>
  jobs.enqueue({
    kind: ERASE_JOB,
    key: `${userId} ${erasureAt}`,
    payload: { userId, erasureAt } satisfies ErasePayload,
    runAt: erasureAt,
  });

/**
 * Closes an account: signs its owner out everywhere and schedules a job that erases it after the grace period.
 * @param noted set if an operator closes it at the owner's request; records that in the same transaction
 * @returns when the account will be erased, ms since the epoch
 * @throws AppError 409 for the only admin, and for a subscription that would renew
 */
export async function closeAccount(
  deps: AccountDeps,
  user: User,
  noted?: () => Promise<void>,
): Promise<number> {
  const { auth } = deps;
  if (user.role === 'admin' && (await auth.countAdmins()) < 2) {
    throw new AppError(409, 'last-admin', m.account_error_last_admin());
  }
  if (await deps.billing.renews(user.id)) {
    throw new AppError(409, 'subscribed', m.account_error_subscribed());
  }
  const erasureAt = deps.clock.now() + GRACE_MS;
  const closed = { userId: user.id, erasureAt, isForOwner: noted !== undefined };
  await deps.transact(async () => {
    await scheduleErasure(deps.jobs, user.id, erasureAt);
    await auth.setErasure(user.id, erasureAt);
    await queueClosedMail(deps, closed);
    await noted?.();
  });
  await auth.endAccess(user.id);
  await sendClosedMailNow(deps, closed);
  return erasureAt;
}

/**
 * As above, by an operator at the owner's request.
 * @throws AppError 404; 409 for an admin, an account that is already closed, and a subscription that would renew
 */
export async function closeForOwner(
  deps: AccountDeps,
  userId: string,
  noted: () => Promise<void>,
): Promise<number> {
  const user = await deps.auth.findUser(userId);
  if (!user) throw notFound(m.account_error_no_user());
  if (user.role === 'admin') throw new AppError(409, 'admin', m.account_error_admin({ name: user.name }));
  if (user.erasureAt !== null) throw new AppError(409, 'closed', m.account_error_closed());
  if (await deps.billing.renews(userId)) {
    throw new AppError(409, 'subscribed', m.account_error_subscribed_owner({ name: user.name }));
  }
  return closeAccount(deps, user, noted);
}

/**
 * Erases an account immediately, by an operator; a running subscription ends with it.
 * @param reason mailed to the owner before the address is erased
 * @throws AppError 404; 409 for an admin
 */
export async function eraseAtOnce(
  deps: AccountDeps,
  userId: string,
  reason: string,
  noted: () => Promise<void>,
): Promise<void> {
  const { auth, clock, config, jobs, log, mail } = deps;
  const user = await auth.findUser(userId);
  if (!user) throw notFound(m.account_error_no_user());
  if (user.role === 'admin') throw new AppError(409, 'admin', m.account_error_admin({ name: user.name }));
  const erasureAt = clock.now();
  const key = `${userId} ${erasureAt}`;
  await deps.transact(async () => {
    await auth.setErasure(userId, erasureAt);
    await jobs.enqueue({ kind: ERASE_JOB, key, payload: { userId, erasureAt } satisfies ErasePayload });
    await noted();
  });
  await auth.endAccess(userId);
  await inLocale(auth.languageOf(user), () => {
    const app = config.APP_NAME;
    return mail.send({
      kind: 'account-erased',
      to: user.email,
      userId,
      subject: m.account_erased_mail_subject({ app }),
      text: `${m.account_erased_mail_text({ app })}\n\n${reason}`,
    });
  }).catch((error: unknown) => log.warn('mail not sent', { kind: 'account-erased', error }));
  await jobs.runNow(ERASE_JOB, key);
}

type EraseDeps = Pick<AccountDeps, 'auth' | 'clock' | 'dreams' | 'personalData'>;

/** Runs at the end of the grace period; a no-op if the owner kept the account. */
export function defineEraseJob(deps: EraseDeps): DefinedJob {
  return defineJob({
    kind: ERASE_JOB,
    payload: erasePayload,
    // We promised this to a person, so it's retried for days before it is left to the operator.
    maxAttempts: 500,
    run: (payload) => eraseAccount(deps, payload),
  });
}

async function eraseAccount(deps: EraseDeps, { userId, erasureAt }: ErasePayload): Promise<void> {
  const { auth, dreams } = deps;
  const user = await auth.findUser(userId);
  if (user?.erasureAt !== erasureAt || erasureAt > deps.clock.now()) return;
  await auth.endAccess(userId);
  await auth.keepSuspension(userId);
  await dreams.rememberTrials(userId, await auth.identitiesOf(userId));
  for (const part of deps.personalData()) await part.erase(userId);
}
