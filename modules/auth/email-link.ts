import { hashToken, newToken } from '../../src/kit/ids.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { Mail } from '../mail/mail.ts';
import type { AuthConfig } from './settings.ts';
import { deviceName } from './shared/device-name.ts';
import type { SignInDeps } from './sign-in.ts';

/** The longest validity that ASVS 5.0 (6.5.5) allows an out-of-band code. */
const LINK_MS = 10 * 60_000;
/** The operator may read the console much later than it was printed; a new start prints a new link anyway. */
const ADMIN_LINK_MS = 24 * 3600_000;

export interface EmailLinkDeps extends SignInDeps {
  config: AuthConfig & SiteConfig;
  mailer: Pick<Mail, 'send'>;
}

/** What a link is made for. */
export interface LinkWish {
  purpose: 'sign-in' | 'confirm' | 'admin';
  email: string;
  next: string | null;
  /** the login session that it will confirm */
  loginId: string | null;
  /** browser that asked for it */
  userAgent: string | null;
}

/** Makes a one-time link; only its hash is kept. */
async function makeLink(
  deps: Omit<EmailLinkDeps, 'mailer'>,
  link: LinkWish,
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

/** Mails a link. Says nothing about whether the address is known. */
export async function mailLink(
  deps: EmailLinkDeps,
  wish: LinkWish & { purpose: keyof typeof WORDS },
  origin: string,
): Promise<void> {
  const url = await makeLink(deps, wish, origin);
  const { APP_NAME } = deps.config;
  const asked = `It was asked for on ${deviceName(wish.userAgent)} on ${momentText(deps.clock.now())}.`;
  const { subject, opening, otherwise } = WORDS[wish.purpose];
  await deps.mailer.send({
    kind: 'sign-in',
    to: wish.email,
    subject: subject(APP_NAME),
    text: [opening(APP_NAME), url, `It works once, for 10 minutes. ${asked}`, otherwise].join('\n\n'),
  });
}

/** "November 22, 2026 at 10:12 UTC" */
function momentText(ms: number): string {
  const parts = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', parts).format(ms)} UTC`;
}

const WORDS = {
  'sign-in': {
    subject: (app: string) => `Sign in to ${app}`,
    opening: (app: string) => `Open this link to sign in to ${app}:`,
    otherwise: 'If you did not ask for it, you can ignore this mail.',
  },
  confirm: {
    subject: (app: string) => `Confirm that it is you at ${app}`,
    opening: (app: string) =>
      `Somebody who is signed in to your ${app} account is about to change how it is protected. If that is you, open this link in the same browser:`,
    otherwise:
      'If it is not you, do not open it: sign in from a device that you trust and sign out everywhere in Settings.',
  },
};

/** A link that signs in as the first of ADMIN_EMAILS, for the console of an operator. */
export function makeAdminLink(
  deps: Omit<EmailLinkDeps, 'mailer'>,
  email: string,
  origin: string,
  next = '/dreamboard',
): Promise<string> {
  const wish = { email, purpose: 'admin', next, loginId: null, userAgent: null } as const;
  return makeLink(deps, wish, origin);
}
