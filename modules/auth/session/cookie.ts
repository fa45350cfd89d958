import { hashToken } from '../../kit/ids.ts';
import type { AppContext } from '../../web/context.ts';
import {
  clearOwnCookie,
  cookieNames,
  cookieValues,
  ownCookieName,
  writeOwnCookie,
} from '../../web/cookies.ts';
import { dropWords } from '../../web/kept-words.ts';
import { SESSION_MS } from './sign-in.ts';

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
  [sessionName(c), OLD_SESSION_NAME].flatMap((name) => cookieValues(c, ownCookieName(c, name)));
export const writeSessionCookie = (c: AppContext, token: string, ms = SESSION_MS) =>
  writeOwnCookie(c, sessionName(c), token, Math.floor(ms / 1000));

/** Kept after a session ends, to distinguish signed-out people from new visitors. */
const SIGNED_OUT = 'signed-out';
const SIGNED_OUT_S = 24 * 3600;

/** Clears what a browser holds at the end of a session, since the next person may use the same computer. */
export function dropBrowser(c: AppContext): void {
  clearOwnCookie(c, sessionName(c));
  dropWords(c);
  writeOwnCookie(c, SIGNED_OUT, '1', SIGNED_OUT_S);
  c.header('Clear-Site-Data', '"cache"');
}
export function dropSignedOut(c: AppContext): void {
  if (cookieValues(c, ownCookieName(c, SIGNED_OUT)).length > 0) clearOwnCookie(c, SIGNED_OUT);
}
/** True if a browser without a session had one that was ended or expired. */
export const hadSession = (c: AppContext): boolean =>
  [sessionName(c), SIGNED_OUT].some((name) => cookieValues(c, ownCookieName(c, name)).length > 0);

/** per kind and browser; the oldest are dropped */
const MAX_FLOWS = 8;

/** Cookies for concurrent flows, for example in two tabs: one cookie per flow, named after its key. */
function createFlowCookies(kind: string, maxAge: number) {
  const beginning = (c: AppContext) => ownCookieName(c, `${kind}-`);
  const nameOf = (key: string) => `${kind}-${hashToken(key).slice(0, 12)}`;
  const bare = (c: AppContext, name: string) => `${kind}-${name.slice(beginning(c).length)}`;
  return {
    read: (c: AppContext, key: string): string | undefined =>
      cookieValues(c, ownCookieName(c, nameOf(key)))[0],
    /** Every flow in this browser, oldest first. */
    readAll: (c: AppContext): string[] =>
      [...new Set(cookieNames(c, beginning(c)))].flatMap((name) => cookieValues(c, name).slice(0, 1)),
    write(c: AppContext, key: string, value: string): void {
      const older = [...new Set(cookieNames(c, beginning(c)))];
      for (const name of older.slice(0, Math.max(0, older.length + 1 - MAX_FLOWS)))
        clearOwnCookie(c, bare(c, name));
      writeOwnCookie(c, nameOf(key), value, maxAge);
    },
    clear: (c: AppContext, key: string): void => clearOwnCookie(c, nameOf(key)),
  };
}

/** Secrets of the redirect flow for when the provider sends the browser back, keyed by state. */
export const flowCookies = createFlowCookies('signing-in', 600);

/** Tokens of identities waiting to be connected to an account, keyed by the token's hash. */
export const pendingCookies = createFlowCookies('connecting', 1800);
