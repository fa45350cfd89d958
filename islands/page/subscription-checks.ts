import type { SessionAnswer } from '../../modules/auth/contract/schemas.ts';
import type { VerifyAnswer } from '../../modules/billing/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';
import type { Role } from '../../modules/web/contract/person.ts';
import { sessionStore } from '../browser/session-store.ts';

/** After a sign-in: delay of the first, forced check, and from there to another session refresh. */
const FORCED_AFTER_MS = 100;
const READ_RETRY_AFTER_MS = 500;

/** Counted from page load. A user may be about to pay, so is checked sooner and more often. */
const SCHEDULE: Record<Exclude<Role, 'admin'>, { first: number; every: number }> = {
  user: { first: 3_000, every: 5 * 60_000 },
  subscribed: { first: 10_000, every: 30 * 60_000 },
};

/** Minimum interval between checks on focus, because each one queries Stripe. */
const FOCUS_GAP_MS = 10_000;
let nextOnFocus = 0;

/** Keeps the role and plan current while a page is open. Admins have no subscription to check. */
export function startSubscriptionChecks({ afterSignIn }: { afterSignIn: boolean }) {
  const person = sessionStore.get();
  if (!person || person.role === 'admin') return;
  const stop = followSchedule(person.role);
  window.addEventListener('focus', () => {
    const now = performance.now();
    if (sessionStore.get()?.role !== 'user' || now < nextOnFocus) return;
    nextOnFocus = now + FOCUS_GAP_MS;
    void verify();
  });
  const unsubscribe = sessionStore.subscribe(() => {
    if (sessionStore.get()) return;
    stop();
    unsubscribe();
  });
  if (afterSignIn && person.role === 'subscribed') setTimeout(checkAfterSignIn, FORCED_AFTER_MS);
}

function followSchedule(role: keyof typeof SCHEDULE): () => void {
  const { first, every } = SCHEDULE[role];
  const timeout = setTimeout(verify, first);
  const interval = setInterval(verify, every);
  return () => {
    clearTimeout(timeout);
    clearInterval(interval);
  };
}

async function checkAfterSignIn() {
  await askForCheck();
  await refreshSession();
  setTimeout(sessionStore.refresh, READ_RETRY_AFTER_MS);
}

async function verify() {
  const person = sessionStore.get();
  if (!person || person.role === 'admin') return;
  if (await askForCheck()) await refreshSession();
}

/** @returns true if the role has changed */
async function askForCheck(): Promise<boolean> {
  try {
    return (await api<VerifyAnswer>('POST', '/api/verify-subscription', undefined, { asJson: true }))
      .roleUpdated;
  } catch (error) {
    console.warn('The subscription could not be verified.', error);
    return false;
  }
}

async function refreshSession() {
  try {
    sessionStore.set((await api<SessionAnswer>('POST', '/api/refresh-session')).user);
  } catch (error) {
    console.warn('The session could not be refreshed.', error);
    await sessionStore.refresh();
  }
}
