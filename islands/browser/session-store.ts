import type { SessionAnswer, SessionUser } from '../../modules/auth/schemas.ts';
import { api, Refusal } from './api.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { dropPersonData } from './person-data.ts';

const REREAD_MS = 30_000;

let started = false;
let user: SessionUser | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The signed-in person, for `useSyncExternalStore` and plain code alike. */
export const sessionStore = {
  /** @throws on a page whose script did not start it */
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
  /** Forgets the person here and now, whatever a call to the server says. */
  clear: () => set(null),
};

/** Starts from what the server rendered and reads again every 30 s, on focus and when the page is seen again. */
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
    // Only a clear no ends the session here: a restarting server or a lost line must not throw people out.
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
