import { FEEDBACK_FRESH_KEY, FEEDBACK_KEY, FEEDBACK_OWNER_KEY } from './person-data.ts';
import { sessionStore } from './session-store.ts';
import { readStored, writeStored } from './stored.ts';

export const FEEDBACK_DISABLED_KEY = 'feedbackModalDisabled';

/** Remembers to ask for a rating of a dream that has just ended. */
export function askFeedback(sessionId: string): void {
  writeStored(FEEDBACK_KEY, sessionId);
  writeStored(FEEDBACK_FRESH_KEY, sessionId);
  writeStored(FEEDBACK_OWNER_KEY, sessionStore.get()?.id ?? null);
}

/** The rating was given or declined. */
export function dropFeedback(): void {
  writeStored(FEEDBACK_KEY, null);
  writeStored(FEEDBACK_FRESH_KEY, null);
}

export interface AwaitedFeedback {
  sessionId: string;
  /** First time since the dream has ended. */
  isFresh: boolean;
}

/** The dream to ask for a rating of; null if there is none, it is another person's, or the person has opted out. */
export function takeFeedback(): AwaitedFeedback | null {
  const sessionId = readStored(FEEDBACK_KEY);
  if (!sessionId) return null;
  const owner = readStored(FEEDBACK_OWNER_KEY);
  const isAnothers = owner !== null && owner !== sessionStore.get()?.id;
  if (isAnothers || readStored(FEEDBACK_DISABLED_KEY) === 'true') {
    dropFeedback();
    return null;
  }
  const isFresh = readStored(FEEDBACK_FRESH_KEY) === sessionId;
  writeStored(FEEDBACK_FRESH_KEY, null);
  return { sessionId, isFresh };
}
