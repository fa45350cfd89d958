/** Generous: compiling has a lower priority than everything else on the machine. */
const WAITS_MS = 100_000;

/** Items received so far, in order, with a way to wait for more. */
export interface Inbox<T> {
  readonly items: readonly T[];
  add(item: T): void;
  /** Resolves with the first match from index `from` on; rejects with what arrived instead. */
  find(what: string, matches: (item: T) => boolean, from?: number): Promise<T>;
}

export function createInbox<T>(describe: (item: T) => string = (item) => JSON.stringify(item)): Inbox<T> {
  const items: T[] = [];
  const looks = new Set<() => void>();
  return {
    items,
    add(item) {
      items.push(item);
      for (const look of [...looks]) look();
    },
    find(what, matches, from = 0) {
      return new Promise((resolve, reject) => {
        let at = from;
        const timer = setTimeout(() => {
          looks.delete(look);
          const came = items.slice(from).slice(-20).map(describe).join('\n');
          reject(new Error(`waited for ${what} in vain; last came:\n${came}`));
        }, WAITS_MS);
        const look = () => {
          while (at < items.length) {
            const item = items[at++] as T;
            if (!matches(item)) continue;
            clearTimeout(timer);
            looks.delete(look);
            resolve(item);
            return;
          }
        };
        looks.add(look);
        look();
      });
    },
  };
}

/** Checking locally is almost free, but calls cost the server as well, so they slow down over time. */
const LOOKS_INTERVAL_MS = 20;
/** Within the limit of 240 connect calls a minute, however long a busy server takes. */
const CALLS_INTERVAL_MS = 300;
const SLOWS_BY = 1.2;

/**
 * Polls until `ask` returns a truthy answer.
 * @param what for the error; a function is called when the time is over
 * @param everyMs polling interval; default: 20 ms for local checks, growing to 300 ms for calls
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  waitsMs = WAITS_MS,
  everyMs?: number,
): Promise<T> {
  const began = performance.now();
  let pauseMs = everyMs ?? LOOKS_INTERVAL_MS;
  while (true) {
    const asked = ask();
    const answer = await asked;
    if (answer) return answer;
    if (performance.now() - began > waitsMs)
      throw new Error(`waited for ${typeof what === 'string' ? what : what()} in vain`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (everyMs === undefined && asked instanceof Promise)
      pauseMs = Math.min(pauseMs * SLOWS_BY, CALLS_INTERVAL_MS);
  }
}
