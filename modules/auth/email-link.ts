import type { Config } from '../../src/config.ts';
import { hashToken, newToken } from '../../src/ids.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { SignInDeps } from './sign-in.ts';

const LINK_MS = 15 * 60_000;
/** The operator may read the console much later than it was printed; a new start prints a new link anyway. */
const ADMIN_LINK_MS = 24 * 3600_000;

export interface EmailLinkDeps extends SignInDeps {
  config: Config;
  mailer: Mailer;
}

/** Makes a one-time link; only its hash is kept. */
async function makeLink(
  deps: Omit<EmailLinkDeps, 'mailer'>,
  link: { email: string; purpose: 'sign-in' | 'admin'; next: string | null },
  origin: string,
): Promise<string> {
  const token = newToken();
  const now = deps.clock.now();
  await deps.store.addEmailLink({
    tokenHash: hashToken(token),
    ...link,
    createdAt: now,
    expiresAt: now + (link.purpose === 'admin' ? ADMIN_LINK_MS : LINK_MS),
  });
  return `${origin}/auth/link?token=${token}`;
}

/** Mails a sign-in link. Says nothing about whether the address is known. */
export async function mailSignInLink(
  deps: EmailLinkDeps,
  email: string,
  next: string | null,
  origin: string,
): Promise<void> {
  const url = await makeLink(deps, { email, purpose: 'sign-in', next }, origin);
  const { APP_NAME } = deps.config;
  await deps.mailer.send({
    kind: 'sign-in',
    to: email,
    subject: `Sign in to ${APP_NAME}`,
    text: [
      `Open this link to sign in to ${APP_NAME}:`,
      url,
      'It works once, for 15 minutes. If you did not ask for it, you can ignore this mail.',
    ].join('\n\n'),
  });
}

/** A link that signs in as the first of ADMIN_EMAILS, for the console of an operator. */
export function makeAdminLink(
  deps: Omit<EmailLinkDeps, 'mailer'>,
  email: string,
  origin: string,
): Promise<string> {
  return makeLink(deps, { email, purpose: 'admin', next: '/dreamboard' }, origin);
}
