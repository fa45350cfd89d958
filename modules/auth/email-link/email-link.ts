import { z } from 'zod';
import { type DefinedJob, defineJob, retryDeferred } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { hashToken, newId, newToken } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { isDeferred, nextAttemptAt } from '../../kit/mail-deferral.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { BASE_LOCALE, currentLocale, inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { offeredOr } from '../../kit/texts/offered.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { AuthConfig } from '../contract/settings.ts';
import { deviceName } from '../session/device-name.ts';
import type { SignInDeps } from '../session/sign-in.ts';

/** Maximum lifetime of an out-of-band code in ASVS 5.0 (6.5.5). */
const LINK_MS = 10 * 60_000;
/** The operator may read the console long after the link was printed; each restart prints a new one. */
const ADMIN_LINK_MS = 24 * 3600_000;

export interface EmailLinkDeps extends SignInDeps {
  config: AuthConfig & SiteConfig;
  mailer: Mailer;
}

/** Auth's share of the kinds of mail. */
type AuthMailKind = 'sign-in' | 'address' | 'address-changed';

/** Sends a mail; rejects if the mail server refuses or defers it, or can't be reached. */
export interface Mailer {
  send(mail: {
    kind: AuthMailKind;
    to: string;
    subject: string;
    text: string;
    userId?: string;
    comesAgain?: boolean;
  }): Promise<void>;
  /** Stores a mail, which is sent as soon as its server accepts it. */
  queue(mail: { kind: AuthMailKind; to: string; subject: string; text: string }): Promise<string>;
  /** Assigns mails sent to a person's previous address to the person, and redirects queued ones to the new address. */
  moveAddress(userId: string, from: string, to: string): Promise<void>;
}

/** A request for a link. */
export interface LinkWish {
  purpose: 'sign-in' | 'confirm' | 'admin';
  email: string;
  next: string | null;
  /** the login session to confirm */
  loginId: string | null;
  /** browser that requested it */
  userAgent: string | null;
}

/** Creates a one-time link; only its hash is stored. */
async function makeLink(
  deps: Omit<EmailLinkDeps, 'mailer'>,
  link: LinkWish,
  origin: string,
  token = newToken(),
): Promise<string> {
  const now = deps.clock.now();
  await deps.store.addEmailLink({
    tokenHash: hashToken(token),
    ...link,
    createdAt: now,
    expiresAt: now + (link.purpose === 'admin' ? ADMIN_LINK_MS : LINK_MS),
  });
  return addressOf(origin, token);
}

const addressOf = (origin: string, token: string) => `${origin}/auth/link?token=${token}`;

/**
 * Mails a link, without revealing whether the address is known.
 * @returns `waiting` if the mail server deferred the mail: a job then retries for a day
 */
export async function mailLink(
  deps: EmailLinkDeps & { jobs: Pick<Jobs, 'enqueue'> },
  wish: LinkWish & { purpose: keyof typeof SUBJECTS },
  origin: string,
): Promise<'sent' | 'waiting'> {
  const token = newToken();
  const askedAt = deps.clock.now();
  const url = await makeLink(deps, wish, origin, token);
  try {
    await sendLinkMail(deps, { ...wish, createdAt: askedAt }, url);
    return 'sent';
  } catch (error) {
    const runAt = nextAttemptAt(askedAt, askedAt);
    if (!isDeferred(error) || runAt === null) throw error;
    const deferredId = newId();
    await deps.store.deferEmailLink(hashToken(token), deferredId, askedAt + DEFERRED_MS);
    const payload: z.infer<typeof deferredLink> = { origin, language: currentLocale() };
    await deps.jobs.enqueue({ kind: DEFERRED_LINK_JOB, key: deferredId, payload, delayMs: runAt - askedAt });
    return 'waiting';
  }
}

const DEFERRED_LINK_JOB = 'deferred-link';
/** Longer than the period of retries. */
const DEFERRED_MS = 25 * 3600_000;
const deferredLink = z.object({
  origin: z.string(),
  /** language of the page; missing in jobs of earlier versions */
  language: z.string().default(BASE_LOCALE),
});

/**
 * Retries a link that the mail server deferred. Each attempt gets a fresh token, valid from that moment. The recipient
 * is stored only in the link's row, which is deleted with the account or when another link is requested.
 */
export function defineDeferredLinkJob(deps: EmailLinkDeps & { log: Log }): DefinedJob {
  const { store, clock, log } = deps;
  return defineJob({
    kind: DEFERRED_LINK_JOB,
    payload: deferredLink,
    async run({ origin, language }, { job }) {
      const token = newToken();
      const link = await store.renewEmailLink(job.key, hashToken(token), clock.now() + LINK_MS);
      if (!link || link.purpose === 'admin') return;
      try {
        const { purpose } = link;
        await inLocale(offeredOr(language), () =>
          sendLinkMail(deps, { ...link, purpose }, addressOf(origin, token)),
        );
      } catch (error) {
        await store.deferEmailLink(hashToken(token), job.key, link.createdAt + DEFERRED_MS);
        if (isDeferred(error)) retryDeferred(error, link.createdAt, clock.now());
        log.error('mail not sent', { kind: link.purpose, error });
      }
    },
  });
}

interface MailedLink {
  purpose: keyof typeof SUBJECTS;
  email: string;
  userAgent: string | null;
  createdAt: number;
}

async function sendLinkMail(
  { config: { APP_NAME: app }, mailer }: EmailLinkDeps,
  { purpose, email, userAgent, createdAt }: MailedLink,
  url: string,
): Promise<void> {
  await mailer.send({
    kind: 'sign-in',
    to: email,
    subject: SUBJECTS[purpose]({ app }),
    text: [
      OPENINGS[purpose]({ app }),
      url,
      m.auth_link_mail_once({ device: deviceName(userAgent), moment: momentText(createdAt) }),
      ENDINGS[purpose](),
    ].join('\n\n'),
    comesAgain: true,
  });
}

const SUBJECTS = { 'sign-in': m.auth_link_mail_subject, confirm: m.auth_confirm_mail_subject };
const OPENINGS = { 'sign-in': m.auth_link_mail_open, confirm: m.auth_confirm_mail_open };
const ENDINGS = { 'sign-in': m.auth_mail_ignore, confirm: m.auth_confirm_mail_not_you };

export function makeAdminLink(
  deps: Omit<EmailLinkDeps, 'mailer'>,
  email: string,
  origin: string,
  next = '/dreamboard',
): Promise<string> {
  const wish = { email, purpose: 'admin', next, loginId: null, userAgent: null } as const;
  return makeLink(deps, wish, origin);
}
