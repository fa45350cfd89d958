import { writeStored } from './stored.ts';

/** The dream that its dreamer is asked about next, and whose it was. */
export const FEEDBACK_KEY = 'feedback-session-id';
export const FEEDBACK_OWNER_KEY = 'feedback-session-owner';
/** Texts of a person's settings on the live page, with whose they are. */
export const PERSONAL_KEY = 'stream-personal';
/** Changes at each sign-out, for the other tabs of this browser. */
const SIGNED_OUT_KEY = 'signed-out';

/** Drops what this browser keeps for a person who is signed out: the next one may be at the same computer. */
export function dropPersonData(): void {
  for (const key of [FEEDBACK_KEY, FEEDBACK_OWNER_KEY, PERSONAL_KEY]) writeStored(key, null);
  try {
    // A half-written prompt, for instance.
    sessionStorage.clear();
  } catch {
    // Storage is off: it remembers nothing.
  }
}

/** Signs the other tabs of this browser out, which drop the same then. */
export const announceSignOut = () => writeStored(SIGNED_OUT_KEY, `${Date.now()}`);

/** @param onSignOut in another tab, with which this one drops its own */
export function watchSignOut(onSignOut: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT_KEY && newValue !== null) onSignOut();
  });
}
