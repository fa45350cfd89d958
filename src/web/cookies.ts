import type { AppContext } from './context.ts';

/** More than browsers send of one name in earnest. */
const MAX_VALUES = 8;

/**
 * Every value that a request carries under a name, in its order. A browser keeps cookies by host, whatever the port:
 * other programs there may have set the same name for a longer path or a parent domain, and a reader takes the first
 * value that means something to it.
 */
export function cookieValues(c: AppContext, name: string): string[] {
  return pairsOf(c)
    .filter(([one]) => one === name)
    .map(([, value]) => value)
    .slice(0, MAX_VALUES);
}

/** Names that begin like this, oldest cookies first, as browsers order those of one path (RFC 6265, 5.4). */
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
