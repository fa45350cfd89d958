import type { MiddlewareHandler } from 'hono';
import { withoutEndSlashes } from '../kit/shared/trim.ts';
import type { AppEnv } from './context.ts';

/** Excludes paths that start with `//` or `/\`: as a Location they would name another host. */
const TRAILS = /^\/[^/\\].*\/$/;

/** Redirects `/settings/` to `/settings`. API routes return 404. */
export function redirectTrailingSlashes(): MiddlewareHandler<AppEnv> {
  return async function trailingSlashRedirect(c, next) {
    const { method, path } = c.req;
    const reads = method === 'GET' || method === 'HEAD';
    if (!reads || path.startsWith('/api/') || !TRAILS.test(path)) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(withoutEndSlashes(pathname) + search, 302);
  };
}
