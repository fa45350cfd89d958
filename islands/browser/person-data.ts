import { writeStored } from './stored.ts';

/** The dream to ask for feedback on next, its freshness and its owner. */
export const FEEDBACK_KEY = 'feedback-session-id';
export const FEEDBACK_FRESH_KEY = 'feedback-session-fresh';
export const FEEDBACK_OWNER_KEY = 'feedback-session-owner';
/** A person's text settings on the live page, with their owner. */
export const PERSONAL_KEY = 'stream-personal';
/** Changes on each sign-out, to notify this browser's other tabs. */
const SIGNED_OUT_KEY = 'signed-out';

/** Deletes personal data from this browser on sign-out, because someone else may use the same computer next. */
export function dropPersonData(): void {
  for (const key of [FEEDBACK_KEY, FEEDBACK_FRESH_KEY, FEEDBACK_OWNER_KEY, PERSONAL_KEY])
    writeStored(key, null);
  try {
    // Includes half-written prompts, for example.
    sessionStorage.clear();
  } catch {
    // Storage is disabled, so nothing is stored.
  }
}

/** Signs out this browser's other tabs, which then delete the same data. */
export const announceSignOut = () => writeStored(SIGNED_OUT_KEY, `${Date.now()}`);

/** @param onSignOut called after a sign-out in another tab has deleted the data here, too */
export function watchSignOut(onSignOut: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT_KEY && newValue !== null) onSignOut();
  });
}
