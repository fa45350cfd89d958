import type { SessionAnswer } from '../../modules/auth/contract/schemas.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import type { SessionUser } from '../../modules/web/contract/person.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { dropPersonData } from './person-data.ts';

const REREAD_MS = 30_000;

let started = false;
let user: SessionUser | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The signed-in person, for `useSyncExternalStore` and plain code. */
export const sessionStore = {
  /** @throws Error if the page didn't start the store */
  get(): SessionUser | null {
    if (!started) throw new Error('startSessionStore() comes first');
    return user;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  refresh: oneAtATime(refresh),
  set,
  /** Drops the person locally, whatever the server says. */
  clear: () => set(null),
};

/**
 * Starts with the person that the server rendered; refreshes every 30 s, on focus and when the page becomes visible.
 */
export function startSessionStore(initial: SessionUser | null) {
  started = true;
  user = initial;
  if (!initial) return;
  timer = setInterval(sessionStore.refresh, REREAD_MS);
  window.addEventListener('focus', sessionStore.refresh);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sessionStore.refresh();
  });
}

async function refresh(): Promise<void> {
  if (!timer) return;
  try {
    const { user: next } = await api<SessionAnswer>('GET', '/api/session');
    set(next);
  } catch (error) {
    // Only an explicit 401 or 403 ends the session here; a restart or a lost connection must not sign people out.
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) set(null);
    else console.warn('The session could not be read.', error);
  }
}

function set(next: SessionUser | null) {
  if (JSON.stringify(next) === JSON.stringify(user)) return;
  user = next;
  if (!next) {
    clearInterval(timer);
    timer = undefined;
    dropPersonData();
  }
  for (const listener of listeners) listener();
}
