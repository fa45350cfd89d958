import { AppError } from '../../src/kit/errors.ts';
import type { AppContext } from '../../src/web/context.ts';
import { mailOrigin } from '../../src/web/security.ts';
import type { AuthDeps } from './deps.ts';
import { type LinkWish, mailLink } from './email-link.ts';
import { mailboxOf } from './mailbox.ts';

type Wish = Omit<LinkWish, 'userAgent'> & { purpose: 'sign-in' | 'confirm' };

/**
 * Mails a link to an address, within the limits.
 * @returns `waiting` where the mail server put it off
 * @throws AppError 429, and 503 when the mail could not be sent
 */
export async function sendLink(c: AppContext, deps: AuthDeps, wish: Wish): Promise<'sent' | 'waiting'> {
  await deps.rateLimits.take('signIn', c.get('address'));
  await deps.rateLimits.take('mailLink', mailboxOf(wish.email));
  const userAgent = c.req.header('user-agent')?.slice(0, 300) ?? null;
  try {
    return await mailLink(deps, { ...wish, userAgent }, mailOrigin(deps.config, c.req.raw));
  } catch (error) {
    deps.log.error('mail not sent', { kind: wish.purpose, error });
    throw new AppError(503, 'mail', 'The mail could not be sent right now. Please try again in a moment.', {
      retryAfter: 30,
    });
  }
}
