import type { MiddlewareHandler } from 'hono';
import { hashToken } from '../../kit/ids.ts';
import type { AppEnv } from '../../web/context.ts';
import { presentedToken, readApiToken } from '../api-token/read-api-token.ts';
import type { AuthDeps } from '../deps.ts';
import { leadsToPasskey, passkeyAddress } from '../passkey/passkey-routes.tsx';
import { hadSession, readSessionCookies, writeSessionCookie } from './cookie.ts';
import { readLoginSession } from './sign-in.ts';

/**
 * Middleware that authenticates the request and redirects an operator who still has to present a passkey. The owner of
 * an API token becomes the request's person once its scopes allow the call.
 */
export function findPerson(
  deps: Pick<AuthDeps, 'store' | 'clock' | 'rateLimits'>,
): MiddlewareHandler<AppEnv> {
  return async function person(c, next) {
    const presented = presentedToken(c);
    if (presented !== null) {
      // Whatever the token may do, the cookie of the same request doesn't count.
      c.set('token', await readApiToken(deps, c, presented));
      return next();
    }
    const found = await findSession(deps, readSessionCookies(c));
    if (!found) {
      const guest = await findGuest(deps, readSessionCookies(c));
      c.set('guest', guest);
      if (guest) return next();
      c.set('hadSession', hadSession(c));
      return next();
    }
    const { token, session } = found;
    if (session.moved) writeSessionCookie(c, token);
    c.set('ownLanguage', session.locale);
    if (session.awaitsPasskey) {
      c.set('awaiting', session);
      return leadsToPasskey(c) ? c.redirect(passkeyAddress(c), 302) : next();
    }
    c.set('person', session.person);
    c.set('login', session.login);
    return next();
  };
}

async function findGuest(deps: Pick<AuthDeps, 'store' | 'clock'>, tokens: string[]) {
  for (const token of tokens) {
    const guest = await deps.store.findGuestLogin(hashToken(token));
    if (guest) return guest;
  }
  return null;
}

async function findSession(deps: Pick<AuthDeps, 'store' | 'clock'>, tokens: string[]) {
  for (const token of tokens) {
    const session = await readLoginSession(deps, token);
    if (session) return { token, session };
  }
  return null;
}
