import type { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext, AppEnv } from '../../src/context.ts';
import { AppError, toAppError } from '../../src/errors.ts';
import { publicOrigin } from '../../src/security.ts';
import type { Sessions } from './begin-session.ts';
import { keepPending } from './connect-routes.tsx';
import { flowCookie } from './cookie.ts';
import type { AuthDeps } from './routes.tsx';
import { ownPath } from './shared/own-path.ts';
import { showSignIn } from './show-sign-in.tsx';
import { EMAIL_ISSUER, HOME_OF_CLOSED } from './sign-in.ts';

/** What the cookie holds while the browser is away at the provider. */
const flow = z.strictObject({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string().transform((next) => ownPath(next) ?? '/dreamboard'),
  /** the login session whose account is to be connected with the identity; null for a sign-in */
  connectFor: z.string().nullable(),
});
type Flow = z.infer<typeof flow>;

/** Sign-in by redirect to the identity provider. */
export function registerProviderSignIn(app: Hono<AppEnv>, deps: AuthDeps, sessions: Sessions): void {
  const { config, codeFlow, rateLimits, store } = deps;
  const redirectUri = (c: AppContext) => `${publicOrigin(config, c.req.raw)}/auth/callback`;

  async function leaveForProvider(c: AppContext, next: string, connectFor: string | null): Promise<Response> {
    await rateLimits.take('signIn', c.get('address'));
    const { url, secrets } = await codeFlow.begin(redirectUri(c));
    flowCookie.write(c, writeFlow({ ...secrets, next, connectFor }));
    c.header('Cache-Control', 'no-store');
    return c.redirect(url.href, 302);
  }

  const nextOf = (c: AppContext) => ownPath(c.req.query('next')) ?? '/dreamboard';

  app.get('/auth/signin', async (c) => {
    if (c.get('person')) return c.redirect(nextOf(c), 302);
    const onlyWay = config.oidc !== null && !config.AUTH_EMAIL_LINK;
    if (!onlyWay) return showSignIn(c, {});
    return leaveForProvider(c, nextOf(c), null).catch((error: unknown) => showFailure(c, error, nextOf(c)));
  });

  app.get('/auth/provider', async (c) => {
    const connecting = c.req.query('connect') !== undefined;
    const connectFor = connecting ? (c.get('login')?.id ?? null) : null;
    if (connecting && !connectFor) return c.redirect('/auth/signin?next=/settings', 302);
    const next = connecting ? '/settings' : nextOf(c);
    return leaveForProvider(c, next, connectFor).catch((error: unknown) => showFailure(c, error, next));
  });

  app.get('/auth/callback', async (c) => {
    const begun = readFlow(flowCookie.read(c));
    flowCookie.clear(c);
    c.set('secretInAddress', true);
    try {
      await rateLimits.take('signIn', c.get('address'));
      return await takeAnswer(c, begun);
    } catch (error) {
      return showFailure(c, error, begun?.next ?? '/dreamboard');
    }
  });

  async function takeAnswer(c: AppContext, begun: Flow | null): Promise<Response> {
    const { code, state, error, iss } = c.req.query();
    if (!begun) throw new AppError(400, 'no-flow', 'This sign-in took too long. Please try again.');
    if (error !== undefined && state === begun.state) {
      throw new AppError(400, 'cancelled', 'The sign-in was not completed. Please try again.');
    }
    if (!code || !state)
      throw new AppError(400, 'no-code', 'This sign-in was not completed. Please try again.');
    const identity = await codeFlow.finish({ code, state, iss }, begun, redirectUri(c));

    if (begun.connectFor !== null) {
      if (begun.connectFor !== c.get('login')?.id)
        throw new AppError(401, 'other-session', 'You signed out meanwhile. Please sign in and try again.');
      await keepPending(c, deps, identity, begun.next);
      return c.redirect('/auth/connect', 302);
    }
    const isKnown = (await store.findIdentity(identity.issuer, identity.subject)) !== null;
    // Somebody who came by mail so far would find an empty board: ask first. Nothing is given away by asking,
    // because only a sign-in to the other account connects the two.
    if (
      !isKnown &&
      config.AUTH_EMAIL_LINK &&
      (await store.findIdentity(EMAIL_ISSUER, identity.email.toLowerCase()))
    ) {
      await keepPending(c, deps, identity, begun.next);
      return c.redirect('/auth/connect', 302);
    }
    const user = await sessions.beginWith(c, identity);
    return c.redirect(user.erasureAt === null ? begun.next : HOME_OF_CLOSED, 302);
  }

  function showFailure(c: AppContext, error: unknown, next: string): Promise<Response> {
    const { message, status, code } = toAppError(error);
    if (status >= 500) deps.log.error('sign-in failed', { code, error });
    else deps.log.info('sign-in refused', { code });
    return showSignIn(c, { notice: message, next }, status);
  }
}

const writeFlow = (value: Flow) => Buffer.from(JSON.stringify(value)).toString('base64url');

function readFlow(cookie: string | undefined): Flow | null {
  try {
    return flow.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()));
  } catch {
    return null;
  }
}
