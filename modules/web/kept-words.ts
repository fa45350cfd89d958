import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AppContext } from './context.ts';
import { clearOwnCookie, cookieValues, ownCookieName, writeOwnCookie } from './cookies.ts';

/**
 * Words typed on the home page travel to the live page in a cookie: not in the address, which histories, proxies and
 * logs keep; not in our database, which strangers could fill; and not in the tab's storage, because a mailed sign-in
 * link opens another tab. Scripts can't read the cookie, and it ends when the live page connects.
 */
const WORDS_COOKIE = 'words';
/** Long enough for a sign-in by mail. */
const KEPT_S = 30 * 60;
/** Browsers drop cookies above 4,096 bytes. A thousand characters of any script stay below 3,300. */
const MAX_LENGTH = 3_800;
/** A forged cookie must not unpack to megabytes. */
const MAX_BYTES = 8_192;

/** @returns false if the words are too long */
export function keepWords(c: AppContext, words: string): boolean {
  const packed = deflateRawSync(words).toString('base64url');
  if (packed.length > MAX_LENGTH) return false;
  writeOwnCookie(c, WORDS_COOKIE, packed, KEPT_S);
  return true;
}

export function keptWords(c: AppContext): string | null {
  const [packed = ''] = cookieValues(c, ownCookieName(c, WORDS_COOKIE));
  if (packed === '') return null;
  try {
    return (
      inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: MAX_BYTES }).toString().trim() ||
      null
    );
  } catch {
    return null;
  }
}

export function dropWords(c: AppContext): void {
  if (cookieValues(c, ownCookieName(c, WORDS_COOKIE)).length > 0) clearOwnCookie(c, WORDS_COOKIE);
}
