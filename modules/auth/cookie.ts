import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from '../../src/web/context.ts';
import { SESSION_MS } from './sign-in.ts';

/** Over https a cookie of ours takes the `__Host-` prefix, so that no sibling host can set it. */
const prefix = (c: AppContext) => (c.get('config').secure ? ({ prefix: 'host' } as const) : {});

/** A cookie that scripts can't read. */
function createCookie(name: string, maxAge: number) {
  return {
    read: (c: AppContext): string | undefined =>
      c.get('config').secure ? getCookie(c, name, 'host') : getCookie(c, name),
    write(c: AppContext, value: string): void {
      const { secure } = c.get('config');
      setCookie(c, name, value, {
        path: '/',
        httpOnly: true,
        // Lax, since the provider's answer comes by a navigation from its site.
        sameSite: 'Lax',
        secure,
        maxAge,
        ...prefix(c),
      });
    },
    clear(c: AppContext): void {
      deleteCookie(c, name, { path: '/', secure: c.get('config').secure, ...prefix(c) });
    },
  };
}

const session = createCookie('sid', SESSION_MS / 1000);
export const readSessionCookie = session.read;
export const writeSessionCookie = session.write;
export const clearSessionCookie = session.clear;

/** What the redirect flow must find again when the provider sends the browser back. */
export const flowCookie = createCookie('signing-in', 600);

/** The name of an identity that waits to be connected to an account. */
export const pendingCookie = createCookie('connecting', 1800);
