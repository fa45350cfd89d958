import type { MiddlewareHandler } from 'hono';
import { withoutEndSlashes } from '../kit/shared/trim.ts';
import type { AppEnv } from './context.ts';

/** Not what begins with two slashes, or one of each kind: as a Location that would name another host. */
const TRAILS = /^\/[^/\\].*\/$/;

/** Sends readers of `/settings/` to `/settings`. Callers of the API get a 404. */
export function redirectTrailingSlashes(): MiddlewareHandler<AppEnv> {
  return async function trailingSlashRedirect(c, next) {
    const { method, path } = c.req;
    const reads = method === 'GET' || method === 'HEAD';
    if (!reads || path.startsWith('/api/') || !TRAILS.test(path)) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(withoutEndSlashes(pathname) + search, 302);
  };
}
