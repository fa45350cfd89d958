import type { Hono } from 'hono';
import { AppError, toAppError } from '../../kit/errors.ts';
import { check, jsonBody } from '../../kit/http/http.ts';
import { hashToken } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import { renderPage } from '../../web/document.tsx';
import { ownPath } from '../contract/own-path.ts';
import { emailSignIn } from '../contract/schemas.ts';
import type { AuthDeps } from '../deps.ts';
import { LinkPage, type LinkPageProps } from '../pages/link.tsx';
import type { EmailLink } from '../queries/email-links.ts';
import type { User } from '../queries/people.ts';
import type { Sessions } from '../session/begin-session.ts';
import { deviceName } from '../session/device-name.ts';
import { showRefusal, showSignIn } from '../session/show-sign-in.tsx';
import { emailIdentity, findOrCreateAdmin, HOME_OF_CLOSED } from '../session/sign-in.ts';
import { sendLink } from './send-link.ts';

/** Routes that request and open one-time sign-in links. */
export function registerEmailLinks(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { store, config, rateLimits } = deps;

  async function sendSignIn(c: AppContext, email: string, next: string | null) {
    if (!config.AUTH_EMAIL_LINK) throw new AppError(404, 'off', m.auth_error_email_off());
    await sessions.refuse(c, null);
    return sendLink(c, deps, { purpose: 'sign-in', email, next, loginId: null });
  }

  app.post('/api/auth/email', async (c) => {
    const { email, next } = await jsonBody(c, emailSignIn);
    const outcome = await sendSignIn(c, email, ownPath(next));
    return c.json(outcome === 'sent' ? { sent: true } : { sent: false, waiting: true }, 202);
  });

  app.post('/auth/signin', async (c) => {
    const form = await c.req.parseBody();
    const typed = String(form.email ?? '').slice(0, 254);
    const next = ownPath(form.next) ?? '/dreamboard';
    try {
      const { email } = check(emailSignIn, { email: typed.trim() });
      return showSignIn(c, deps, { state: await sendSignIn(c, email, next), email, next });
    } catch (error) {
      const { message, status, retryAfter } = toAppError(error);
      if (retryAfter) c.header('Retry-After', String(Math.ceil(retryAfter)));
      return showSignIn(c, deps, { state: 'error', email: typed, error: message, next }, status);
    }
  });

  async function linkPage(c: AppContext, link: EmailLink | null): Promise<Response> {
    c.set('secretInAddress', true);
    const page = (props: LinkPageProps, status = 200) =>
      renderPage(c, { title: m.auth_sign_in_page_title(), status, page: <LinkPage {...props} /> });
    if (!link) {
      deps.security.refused('sign-in-refused', c.get('address'), inCodes(m.auth_log_refused_mailed_link));
      return page({ state: 'expired' }, 410);
    }
    if (isForAnother(c, link)) c.set('refusal', inCodes(m.auth_log_refused_other_session));
    if (isForAnother(c, link)) return page({ state: 'elsewhere' }, 403);
    const action = `/auth/link?token=${encodeURIComponent(c.req.query('token') ?? '')}`;
    return page({
      state: 'valid',
      action,
      confirms: link.purpose === 'confirm',
      isNew: link.purpose === 'sign-in' && (await isNew(link)),
      device: link.purpose === 'admin' ? null : deviceName(link.userAgent),
      askedAt: new Date(link.createdAt).toISOString(),
    });
  }

  async function isNew({ email }: EmailLink): Promise<boolean> {
    const { issuer, subject } = emailIdentity(email);
    return (await store.findIdentity(issuer, subject)) === null;
  }

  /**
   * A confirmation link works only in the session that requested it, so nobody can have their session confirmed by
   * mailing the owner.
   */
  const isForAnother = (c: AppContext, { purpose, loginId }: EmailLink) =>
    purpose === 'confirm' && loginId !== c.get('login')?.id;

  /** Tokens can't be guessed, but rate limit attempts anyway. */
  const tokenHashOf = async (c: AppContext) => {
    await rateLimits.take('signIn', c.get('address'));
    return hashToken(c.req.query('token') ?? '');
  };

  app.get('/auth/link', async (c) => linkPage(c, await store.findEmailLink(await tokenHashOf(c))));

  app.post('/auth/link', async (c) => {
    const tokenHash = await tokenHashOf(c);
    const found = await store.findEmailLink(tokenHash);
    if (found && isForAnother(c, found)) return linkPage(c, found);
    const link = await store.takeEmailLink(tokenHash);
    if (!link) return linkPage(c, null);
    const now = deps.clock.now();
    if (link.purpose === 'confirm') {
      await sessions.prove(c, { provenAt: now, by: inCodes(m.auth_log_by_mailed_link) });
      return c.redirect(ownPath(link.next) ?? '/settings', 303);
    }
    const next = ownPath(link.next) ?? '/dreamboard';
    try {
      const user = await enter(c, link, now);
      return c.redirect(user.erasureAt === null ? next : HOME_OF_CLOSED, 303);
    } catch (error) {
      return showRefusal(c, deps, error, next);
    }
  });

  async function enter(c: AppContext, { purpose, email }: EmailLink, now: number): Promise<User> {
    if (purpose !== 'admin')
      return sessions.beginWith(
        c,
        emailIdentity(email),
        { provenAt: now, by: inCodes(m.auth_log_by_mailed_link) },
        (await c.req.parseBody()).news === 'yes' ? 'yes' : 'no',
      );
    const user = await findOrCreateAdmin(deps, email);
    await sessions.begin(c, user, {
      provenAt: now,
      passkeyAt: now,
      by: inCodes(m.auth_log_by_console_link),
    });
    return user;
  }
}
