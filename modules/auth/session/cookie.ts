import { deleteCookie, setCookie } from 'hono/cookie';
import { hashToken } from '../../kit/ids.ts';
import type { AppContext } from '../../web/context.ts';
import { cookieNames, cookieValues } from '../../web/cookies.ts';
import { SESSION_MS } from './sign-in.ts';

/** Over https our cookies get the `__Host-` prefix, so a sibling host can't set them. */
const prefixOf = (c: AppContext) => (c.get('config').secure ? ({ prefix: 'host' } as const) : {});
const fullName = (c: AppContext, name: string) => (c.get('config').secure ? `__Host-${name}` : name);

function write(c: AppContext, name: string, value: string, maxAge: number): void {
  setCookie(c, name, value, {
    path: '/',
    httpOnly: true,
    // The provider redirects back from its own site, which `Strict` would block.
    sameSite: 'Lax',
    secure: c.get('config').secure,
    maxAge,
    ...prefixOf(c),
  });
}

const clear = (c: AppContext, name: string) =>
  void deleteCookie(c, name, { path: '/', secure: c.get('config').secure, ...prefixOf(c) });

/** The port separates several instances on one host, for which a browser would otherwise keep a single cookie. */
function sessionName(c: AppContext): string {
  const { port } = new URL(c.get('config').PUBLIC_URL);
  return port === '' ? 'reverie-sid' : `reverie-sid-${port}`;
}

/**
 * Name used by earlier versions, and by other programs. Sessions under it move to the new name when they are next
 * extended.
 */
const OLD_SESSION_NAME = 'sid';

/** Candidates for the session token; at most one is ours. */
export const readSessionCookies = (c: AppContext): string[] =>
  [sessionName(c), OLD_SESSION_NAME].flatMap((name) => cookieValues(c, fullName(c, name)));
export const writeSessionCookie = (c: AppContext, token: string) =>
  write(c, sessionName(c), token, SESSION_MS / 1000);

/** Kept after a session ends, to distinguish signed-out people from new visitors. */
const SIGNED_OUT = 'signed-out';
const SIGNED_OUT_S = 24 * 3600;

/** Clears cached images at the end of a session, since the next person may use the same computer. */
export function dropBrowser(c: AppContext): void {
  clear(c, sessionName(c));
  write(c, SIGNED_OUT, '1', SIGNED_OUT_S);
  c.header('Clear-Site-Data', '"cache"');
}
export function dropSignedOut(c: AppContext): void {
  if (cookieValues(c, fullName(c, SIGNED_OUT)).length > 0) clear(c, SIGNED_OUT);
}
/** True if a browser without a session had one that was ended or expired. */
export const hadSession = (c: AppContext): boolean =>
  [sessionName(c), SIGNED_OUT].some((name) => cookieValues(c, fullName(c, name)).length > 0);

/** per kind and browser; the oldest are dropped */
const MAX_FLOWS = 8;

/** Cookies for concurrent flows, for example in two tabs: one cookie per flow, named after its key. */
function createFlowCookies(kind: string, maxAge: number) {
  const beginning = (c: AppContext) => fullName(c, `${kind}-`);
  const nameOf = (key: string) => `${kind}-${hashToken(key).slice(0, 12)}`;
  const bare = (c: AppContext, name: string) => `${kind}-${name.slice(beginning(c).length)}`;
  return {
    read: (c: AppContext, key: string): string | undefined => cookieValues(c, fullName(c, nameOf(key)))[0],
    /** Every flow in this browser, oldest first. */
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

/** Secrets of the redirect flow for when the provider sends the browser back, keyed by state. */
export const flowCookies = createFlowCookies('signing-in', 600);

/** Tokens of identities waiting to be connected to an account, keyed by the token's hash. */
export const pendingCookies = createFlowCookies('connecting', 1800);
