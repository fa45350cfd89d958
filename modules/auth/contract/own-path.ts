/** The path is stored in the sign-in flow's cookie next to its secrets, and browsers drop cookies above 4 KiB. */
const MAX_LENGTH = 2000;

/** Placeholder for our origin, which doesn't affect how a path is parsed. */
const HERE = 'https://own.invalid';

/**
 * Parses a path from outside (a URL, a form, a cookie, browser storage) as a browser would. Every such path goes
 * through here.
 * @returns null for anything that could lead to another site
 */
export function ownPath(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_LENGTH || !given.startsWith('/')) return null;
  // Browsers strip tabs and newlines, and read a backslash as a slash.
  if (/[\p{Cc}\\]/u.test(given) || !URL.canParse(given, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(given, HERE);
  // "/.//host" looks like a local path, but once its dots are resolved it names a host.
  if (origin !== HERE || pathname.startsWith('//')) return null;
  return pathname + search + hash;
}
