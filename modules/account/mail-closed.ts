import { z } from 'zod';
import type { User } from '../auth/auth.ts';
import { type DefinedJob, defineJob, retryDeferred } from '../jobs/contract/define-job.ts';
import { isDeferred } from '../kit/mail-deferral.ts';
import { dayText } from '../kit/shared/dates.ts';
import { inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import type { AccountDeps } from './deps.ts';

type ClosedMailDeps = Pick<AccountDeps, 'auth' | 'clock' | 'config' | 'jobs' | 'log' | 'mail'>;

const CLOSED_MAIL_JOB = 'account-closed-mail';
const closedMail = z.object({
  userId: z.string(),
  erasureAt: z.number(),
  /** An operator closed it; missing in jobs of earlier versions. */
  isForOwner: z.boolean().default(false),
});
type Closed = z.output<typeof closedMail>;

const keyOf = ({ userId, erasureAt }: Closed) => `${userId} ${erasureAt}`;

/** Queues the mail about the closure. Call it within the transaction that closes the account. */
export async function queueClosedMail({ jobs }: Pick<ClosedMailDeps, 'jobs'>, closed: Closed): Promise<void> {
  await jobs.enqueue({ kind: CLOSED_MAIL_JOB, key: keyOf(closed), payload: closed });
}

/** Call after the commit. The job retries if the mail server defers. */
export const sendClosedMailNow = ({ jobs }: Pick<ClosedMailDeps, 'jobs'>, closed: Closed): Promise<void> =>
  jobs.runNow(CLOSED_MAIL_JOB, keyOf(closed));

export function defineClosedMailJob(deps: ClosedMailDeps): DefinedJob {
  return defineJob({
    kind: CLOSED_MAIL_JOB,
    payload: closedMail,
    async run({ userId, ...closed }, { job }) {
      const user = await deps.auth.findUser(userId);
      // The owner has restored the account in the meantime.
      if (user?.erasureAt !== closed.erasureAt) return;
      await sendClosedMail(deps, user, closed).catch((error) => {
        if (isDeferred(error)) retryDeferred(error, job.createdAt, deps.clock.now());
        deps.log.warn('mail not sent', { kind: 'account-closed', error });
      });
    },
  });
}

function sendClosedMail(
  { auth, config, mail }: ClosedMailDeps,
  user: User,
  { erasureAt, isForOwner }: Omit<Closed, 'userId'>,
): Promise<void> {
  return inLocale(auth.languageOf(user), () => {
    const slots = { app: config.APP_NAME, day: dayText(erasureAt) };
    return mail.send({
      kind: 'account-closed',
      to: user.email,
      subject: m.account_closed_mail_subject(slots),
      text: [
        isForOwner ? m.account_closed_mail_for_owner(slots) : m.account_closed_mail_by_owner(slots),
        m.account_closed_mail_keep(),
        m.account_closed_mail_not_you(),
      ].join('\n\n'),
      comesAgain: true,
    });
  });
}
