import { deleteCookie, setCookie } from 'hono/cookie';
import type { AppContext } from './context.ts';

/** Over https our cookies get the `__Host-` prefix, so a sibling host can't set them. */
const prefixOf = (c: AppContext) => (c.get('config').secure ? ({ prefix: 'host' } as const) : {});

/** Name of one of our own cookies, as the browser sends it. */
export const ownCookieName = (c: AppContext, name: string) =>
  c.get('config').secure ? `__Host-${name}` : name;

/** Sets a cookie that scripts can't read. @param maxAge in seconds */
export function writeOwnCookie(c: AppContext, name: string, value: string, maxAge: number): void {
  setCookie(c, name, value, {
    path: '/',
    httpOnly: true,
    // An identity provider redirects back from its own site, which `Strict` would block.
    sameSite: 'Lax',
    secure: c.get('config').secure,
    maxAge,
    ...prefixOf(c),
  });
}

export const clearOwnCookie = (c: AppContext, name: string) =>
  void deleteCookie(c, name, { path: '/', secure: c.get('config').secure, ...prefixOf(c) });

/** More than a browser would send for one name. */
const MAX_VALUES = 8;

/**
 * All values of a cookie name, in request order. Browsers scope cookies by host regardless of port, so another program
 * may have set the same name for a longer path or a parent domain; callers take the first valid value.
 */
export function cookieValues(c: AppContext, name: string): string[] {
  return pairsOf(c)
    .filter(([one]) => one === name)
    .map(([, value]) => value)
    .slice(0, MAX_VALUES);
}

/**
 * Cookie names with this prefix, oldest first: browsers send cookies of the same path in that order (RFC 6265, 5.4).
 */
export function cookieNames(c: AppContext, beginning: string): string[] {
  return pairsOf(c)
    .map(([name]) => name)
    .filter((name) => name.startsWith(beginning));
}

function pairsOf(c: AppContext): [string, string][] {
  return (c.req.header('cookie') ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"|"$/g, '');
    return name === '' || /\s/.test(name) || value.includes('"') ? [] : [[name, decode(value)]];
  });
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
