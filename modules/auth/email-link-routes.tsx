import type { Hono } from 'hono';
import type { AppContext, AppEnv } from '../../src/context.ts';
import { renderPage } from '../../src/document.tsx';
import { AppError, toAppError } from '../../src/errors.ts';
import { check, jsonBody } from '../../src/http.ts';
import { hashToken } from '../../src/ids.ts';
import { mailOrigin } from '../../src/security.ts';
import type { Sessions } from './begin-session.ts';
import { mailSignInLink } from './email-link.ts';
import { LinkPage } from './pages/link.tsx';
import type { AuthDeps } from './routes.tsx';
import { emailSignIn } from './schemas.ts';
import { ownPath } from './shared/own-path.ts';
import { showSignIn } from './show-sign-in.tsx';
import { emailIdentity, findOrCreateAdmin, HOME_OF_CLOSED } from './sign-in.ts';

/** Sign-in by a one-time link: asking for it, and opening it. */
export function registerEmailLinks(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { store, config, rateLimits } = deps;

  async function sendLink(c: AppContext, email: string, next: string | null): Promise<void> {
    if (!config.AUTH_EMAIL_LINK) throw new AppError(404, 'off', 'Sign-in by e-mail is switched off here.');
    await rateLimits.take('signIn', c.get('address'));
    await rateLimits.take('mailLink', email.toLowerCase());
    try {
      await mailSignInLink(deps, email, next, mailOrigin(config, c.req.raw));
    } catch (error) {
      deps.log.error('mail not sent', { kind: 'sign-in', error });
      throw new AppError(503, 'mail', 'The mail could not be sent right now. Please try again in a moment.', {
        retryAfter: 30,
      });
    }
  }

  app.post('/api/auth/email', async (c) => {
    const { email, next } = await jsonBody(c, emailSignIn);
    await sendLink(c, email, ownPath(next));
    return c.json({ sent: true }, 202);
  });

  app.post('/auth/signin', async (c) => {
    const form = await c.req.parseBody();
    const typed = String(form.email ?? '').slice(0, 254);
    const next = ownPath(form.next) ?? '/dreamboard';
    try {
      const { email } = check(emailSignIn, { email: typed.trim() });
      await sendLink(c, email, next);
      return showSignIn(c, { state: 'sent', email, next });
    } catch (error) {
      const { message, status, retryAfter } = toAppError(error);
      if (retryAfter) c.header('Retry-After', String(Math.ceil(retryAfter)));
      return showSignIn(c, { state: 'error', email: typed, error: message, next }, status);
    }
  });

  function linkPage(c: AppContext, usable: boolean): Promise<Response> {
    c.set('secretInAddress', true);
    const action = `/auth/link?token=${encodeURIComponent(c.req.query('token') ?? '')}`;
    return renderPage(c, {
      title: 'Sign in',
      status: usable ? 200 : 410,
      page: <LinkPage {...(usable ? { state: 'valid', action } : { state: 'expired' })} />,
    });
  }

  /** Tokens can't be guessed; who tries anyway is slowed down. */
  const tokenHashOf = async (c: AppContext) => {
    await rateLimits.take('signIn', c.get('address'));
    return hashToken(c.req.query('token') ?? '');
  };

  app.get('/auth/link', async (c) => linkPage(c, (await store.findEmailLink(await tokenHashOf(c))) !== null));

  app.post('/auth/link', async (c) => {
    const link = await store.takeEmailLink(await tokenHashOf(c));
    if (!link) return linkPage(c, false);
    const user =
      link.purpose === 'admin'
        ? await findOrCreateAdmin(deps, link.email)
        : await sessions.beginWith(c, emailIdentity(link.email));
    if (link.purpose === 'admin') await sessions.begin(c, user);
    return c.redirect(user.erasureAt === null ? (ownPath(link.next) ?? '/dreamboard') : HOME_OF_CLOSED, 303);
  });
}
