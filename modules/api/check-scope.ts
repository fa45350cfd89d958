import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { AppError } from '../kit/errors.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import { callOf } from './calls/calls.ts';

/**
 * Middleware that makes the owner of an API token the request's person if the token's scopes allow the call. Calls
 * without a scope, and pages, are refused. Call it before anything reads the body.
 */
export function checkScope(): MiddlewareHandler<AppEnv> {
  return async function scopeCheck(c, next) {
    const caller = c.get('token');
    const route = caller && routeOf(c);
    // Without a route the answer is 404, with or without a token.
    if (!caller || route === null) return next();
    const { scope = null } = callOf(route) ?? {};
    if (scope === 'public') return next();
    if (scope === null) throw new AppError(403, 'no-scope', m.api_error_no_scope());
    const isAdmin = caller.person.role === 'admin';
    if (!caller.scopes.includes(scope) || (scope === 'admin:read' && !isAdmin)) {
      c.header('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
      throw new AppError(403, 'scope', m.api_error_scope({ scope }));
    }
    c.set('person', scope === 'admin:read' ? caller.person : withoutAdmin(caller.person));
    c.set('login', caller.login);
    return next();
  };
}

/** Middleware that limits `admin:read` to actions that read. Call it after the body's size was checked. */
export function checkAction(): MiddlewareHandler<AppEnv> {
  return async function actionCheck(c, next) {
    const route = c.get('token') && routeOf(c);
    const reads = route ? callOf(route)?.reads : undefined;
    if (reads && !reads.includes(await actionOf(c)))
      throw new AppError(403, 'no-scope', m.api_error_no_scope());
    return next();
  };
}

/** The route whose handler answers: the first that isn't middleware. HEAD is answered by GET's. */
function routeOf(c: AppContext): string | null {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  return route ? `${route.method} ${route.path}` : null;
}

/**
 * Outside the dashboard's calls an operator's token has an operator's plan, but not their view of other people's dreams.
 */
const withoutAdmin = (person: SessionUser): SessionUser =>
  person.role === 'admin' ? { ...person, role: 'subscribed', subscription_tier: 'premium' } : person;

/** Read as the call itself reads it. */
async function actionOf(c: AppContext): Promise<string> {
  try {
    const body: unknown = JSON.parse(await c.req.text());
    const action = typeof body === 'object' && body !== null && 'action' in body ? body.action : null;
    return typeof action === 'string' ? action : '';
  } catch {
    return '';
  }
}
