import { AppError } from '../../kit/errors.ts';
import { networkOf } from '../../kit/http/client-address.ts';
import { isDeferred, refusesRecipient } from '../../kit/mail-deferral.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import { mailOrigin } from '../../web/security.ts';
import type { AuthDeps } from '../deps.ts';
import type { SignInBlock } from '../queries/suspensions.ts';
import { blockedText, findBlock } from '../session/refuse-sign-in.ts';
import { type LinkWish, mailLink } from './email-link.ts';
import { mailboxOf } from './mailbox.ts';

type Wish = Omit<LinkWish, 'userAgent'> & { purpose: 'sign-in' | 'confirm' };

/**
 * Mails a link, within the rate limits. A blocked address is mailed the reason instead, and the response is the same,
 * since the requester may not own the address.
 * @returns `waiting` if the mail server deferred the mail
 * @throws AppError 429, and 503 if the mail couldn't be sent
 */
export async function sendLink(c: AppContext, deps: AuthDeps, wish: Wish): Promise<'sent' | 'waiting'> {
  if (wish.purpose === 'confirm') await deps.rateLimits.take('confirmLink', wish.loginId ?? '');
  else await takeLinkLimits(c, deps, wish.email);
  const userAgent = c.req.header('user-agent')?.slice(0, 300) ?? null;
  try {
    const block = wish.purpose === 'sign-in' ? await findBlock(deps.store, arrivalOf(c, wish)) : null;
    if (block) return await mailBlock(deps, wish.email, block);
    return await mailLink(deps, { ...wish, userAgent }, mailOrigin(deps.config, c.req.raw));
  } catch (error) {
    throw unsentMail(deps, wish.purpose, error);
  }
}

/**
 * Logs why a mail wasn't sent.
 * @returns the error to show
 */
export function unsentMail({ log }: Pick<AuthDeps, 'log'>, kind: string, error: unknown): AppError {
  log.error('mail not sent', { kind, error });
  const words = refusesRecipient(error) ? m.auth_error_mail_rejected() : m.auth_error_mail_failed();
  return new AppError(503, 'mail', words, { retryAfter: 30 });
}

const arrivalOf = (c: AppContext, { email }: Wish) => ({ email, address: c.get('address') });

async function mailBlock(
  { config, mailer }: AuthDeps,
  to: string,
  block: SignInBlock,
): Promise<'sent' | 'waiting'> {
  const mail = {
    kind: 'sign-in' as const,
    to,
    subject: m.auth_blocked_mail_subject({ app: config.APP_NAME }),
    text: [blockedText(block), m.auth_blocked_mail_object()].join('\n\n'),
  };
  try {
    await mailer.send({ ...mail, comesAgain: true });
    return 'sent';
  } catch (error) {
    if (!isDeferred(error)) throw error;
    await mailer.queue(mail);
    return 'waiting';
  }
}

/**
 * Rate limits for sign-in links, which strangers can request for any mailbox. They count per network first, and never
 * against the link that confirms a session, or a thief could block the owner's confirmation.
 */
export async function takeLinkLimits(
  c: AppContext,
  { rateLimits }: Pick<AuthDeps, 'rateLimits'>,
  email: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  await rateLimits.take('signIn', c.get('address'));
  await rateLimits.take('mailLink', `${mailbox} ${networkOf(c.get('address'))}`);
  await rateLimits.take('mailbox', mailbox);
}
