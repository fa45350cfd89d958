import { AppError } from '../../../src/kit/errors.ts';
import { networkOf } from '../../../src/kit/http/client-address.ts';
import { refusesRecipient } from '../../../src/kit/mail-deferral.ts';
import type { AppContext } from '../../../src/web/context.ts';
import { mailOrigin } from '../../../src/web/security.ts';
import type { AuthDeps } from '../deps.ts';
import { type LinkWish, mailLink } from './email-link.ts';
import { mailboxOf } from './mailbox.ts';

type Wish = Omit<LinkWish, 'userAgent'> & { purpose: 'sign-in' | 'confirm' };

/**
 * Mails a link to an address, within the limits.
 * @returns `waiting` where the mail server put it off
 * @throws AppError 429, and 503 when the mail could not be sent
 */
export async function sendLink(c: AppContext, deps: AuthDeps, wish: Wish): Promise<'sent' | 'waiting'> {
  await takeLimits(c, deps, wish);
  const userAgent = c.req.header('user-agent')?.slice(0, 300) ?? null;
  try {
    return await mailLink(deps, { ...wish, userAgent }, mailOrigin(deps.config, c.req.raw));
  } catch (error) {
    deps.log.error('mail not sent', { kind: wish.purpose, error });
    const words = refusesRecipient(error)
      ? 'The mail could not be sent: the mail server takes none for this address. Please check it, or use another one.'
      : 'The mail could not be sent right now. Please try again in a moment.';
    throw new AppError(503, 'mail', words, { retryAfter: 30 });
  }
}

/**
 * Strangers may ask for sign-in links to any mailbox: what they use up is theirs, as far as their network goes, and never
 * what a session needs to confirm itself, which a thief of another session would have them use up.
 */
async function takeLimits(c: AppContext, { rateLimits }: AuthDeps, wish: Wish): Promise<void> {
  if (wish.purpose === 'confirm') return rateLimits.take('confirmLink', wish.loginId ?? '');
  const mailbox = mailboxOf(wish.email);
  await rateLimits.take('signIn', c.get('address'));
  await rateLimits.take('mailLink', `${mailbox} ${networkOf(c.get('address'))}`);
  await rateLimits.take('mailbox', mailbox);
}
