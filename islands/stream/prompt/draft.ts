import type { Receipt } from './receipt.ts';

/** Unsent text, kept in this tab so that it survives a reload. */
const KEY = 'stream-draft';

/** Saves the newest prompt that was queued but never sent, so that the next page load restores it into the field. */
export function keepUnsent(person: string, receipts: Receipt[]) {
  const unsent = receipts.findLast(({ status }) => status === 'queued' || status === 'rewriting');
  if (unsent && readDraft(person) === '') writeDraft(person, unsent.userText);
}

/** @param person the signed-in user: the tab may outlive a login, and nobody should see another user's text */
export function readDraft(person: string): string {
  try {
    const [owner, text] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    if (owner === person) return text;
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is disabled or holds something else.
  }
  return '';
}

export function writeDraft(person: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([person, text]));
  } catch {
    // Storage is disabled, so a reload loses the text.
  }
}
