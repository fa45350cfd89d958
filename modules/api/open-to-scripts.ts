import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { TOKEN_PREFIX } from '../auth/contract/tokens.ts';
import type { AppContext, AppEnv } from '../web/context.ts';

/** The client, which scripts may import from here. */
const CLIENT = /^\/reverie(\.d\.ts|\.js)$/;

/**
 * Middleware that opens calls with an API token, and the client, to scripts on other sites. Requests without a token stay
 * closed to them, so no site can read what a cookie or a local network gives access to; browsers send no cookies along.
 */
export function openToScripts(): MiddlewareHandler<AppEnv> {
  const open = cors({
    origin: '*',
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type'],
    exposeHeaders: ['Retry-After'],
    maxAge: 600,
  });
  return function scripts(c, next) {
    return CLIENT.test(c.req.path) || presentsToken(c) ? open(c, next) : next();
  };
}

/** True for a call with a token, valid or not, and for a browser's question whether it may make one. */
function presentsToken(c: AppContext): boolean {
  if (!c.req.path.startsWith('/api/')) return false;
  if (c.req.method !== 'OPTIONS') return (c.req.header('authorization') ?? '').includes(TOKEN_PREFIX);
  const headers = c.req.header('access-control-request-headers') ?? '';
  return headers.toLowerCase().split(/ *, */).includes('authorization');
}
