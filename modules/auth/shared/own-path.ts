/** A sign-in keeps the path in a cookie beside its secrets, and browsers drop a cookie above 4 KiB. */
const MAX_LENGTH = 2000;

/** Stands for our origin: which one it is makes no difference to how a path is read. */
const HERE = 'https://own.invalid';

/**
 * The one reading of a path that comes from outside (an address, a form, a cookie, the browser's storage):
 * the path as a browser would understand it, or null for everything that could lead to another site.
 */
export function ownPath(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_LENGTH || !given.startsWith('/')) return null;
  // Browsers drop tabs and line ends, and take a backslash for a slash.
  if (/[\p{Cc}\\]/u.test(given) || !URL.canParse(given, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(given, HERE);
  // "/.//host" is a path of ours only until its dots are gone: what is left names a host.
  if (origin !== HERE || pathname.startsWith('//')) return null;
  return pathname + search + hash;
}
