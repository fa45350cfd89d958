import { deleteCookie, setCookie } from 'hono/cookie';
import { hashToken } from '../../../src/kit/ids.ts';
import type { AppContext } from '../../../src/web/context.ts';
import { cookieNames, cookieValues } from '../../../src/web/cookies.ts';
import { SESSION_MS } from './sign-in.ts';

/** Over https a cookie of ours takes the `__Host-` prefix, so that no sibling host can set it. */
const prefixOf = (c: AppContext) => (c.get('config').secure ? ({ prefix: 'host' } as const) : {});
const fullName = (c: AppContext, name: string) => (c.get('config').secure ? `__Host-${name}` : name);

function write(c: AppContext, name: string, value: string, maxAge: number): void {
  setCookie(c, name, value, {
    path: '/',
    // Scripts can't read it.
    httpOnly: true,
    // Lax, since the provider's answer comes by a navigation from its site.
    sameSite: 'Lax',
    secure: c.get('config').secure,
    maxAge,
    ...prefixOf(c),
  });
}

const clear = (c: AppContext, name: string) =>
  void deleteCookie(c, name, { path: '/', secure: c.get('config').secure, ...prefixOf(c) });

/** The port distinguishes several of these programs on one host: a browser would keep one cookie for all of them. */
function sessionName(c: AppContext): string {
  const { port } = new URL(c.get('config').PUBLIC_URL);
  return port === '' ? 'reverie-sid' : `reverie-sid-${port}`;
}

/** Of versions before; other programs use it, too. Sessions under it live on until their end moves. */
const OLD_SESSION_NAME = 'sid';

/** Candidates for the session's token: of these, one at most is ours. */
export const readSessionCookies = (c: AppContext): string[] =>
  [sessionName(c), OLD_SESSION_NAME].flatMap((name) => cookieValues(c, fullName(c, name)));
export const writeSessionCookie = (c: AppContext, token: string) =>
  write(c, sessionName(c), token, SESSION_MS / 1000);

/** Stays when a session ends, so that pages know who left from who never came. */
const SIGNED_OUT = 'signed-out';
const SIGNED_OUT_S = 24 * 3600;

/** Pictures that the browser keeps for a person go with their session: the next one may be at the same computer. */
export function dropBrowser(c: AppContext): void {
  clear(c, sessionName(c));
  write(c, SIGNED_OUT, '1', SIGNED_OUT_S);
  c.header('Clear-Site-Data', '"cache"');
}
export function dropSignedOut(c: AppContext): void {
  if (cookieValues(c, fullName(c, SIGNED_OUT)).length > 0) clear(c, SIGNED_OUT);
}
/** True if a browser without a session had one: it ended here, elsewhere or by time. */
export const hadSession = (c: AppContext): boolean =>
  [sessionName(c), SIGNED_OUT].some((name) => cookieValues(c, fullName(c, name)).length > 0);

/** Of one kind in one browser; the oldest make room. */
const MAX_FLOWS = 8;

/** Cookies of flows that may run side by side, as in two tabs: each has one of its own, found by the flow's key. */
function createFlowCookies(kind: string, maxAge: number) {
  const beginning = (c: AppContext) => fullName(c, `${kind}-`);
  const nameOf = (key: string) => `${kind}-${hashToken(key).slice(0, 12)}`;
  const bare = (c: AppContext, name: string) => `${kind}-${name.slice(beginning(c).length)}`;
  return {
    /** Flow that began under this key. */
    read: (c: AppContext, key: string): string | undefined => cookieValues(c, fullName(c, nameOf(key)))[0],
    /** All that the browser holds, oldest first. */
    readAll: (c: AppContext): string[] =>
      [...new Set(cookieNames(c, beginning(c)))].flatMap((name) => cookieValues(c, name).slice(0, 1)),
    write(c: AppContext, key: string, value: string): void {
      const older = [...new Set(cookieNames(c, beginning(c)))];
      for (const name of older.slice(0, Math.max(0, older.length + 1 - MAX_FLOWS))) clear(c, bare(c, name));
      write(c, nameOf(key), value, maxAge);
    },
    clear: (c: AppContext, key: string): void => clear(c, nameOf(key)),
  };
}

/** Secrets that the redirect flow must find again when the provider sends the browser back; by its state. */
export const flowCookies = createFlowCookies('signing-in', 600);

/** The token of an identity that waits to be connected to an account; by the token's hash. */
export const pendingCookies = createFlowCookies('connecting', 1800);
