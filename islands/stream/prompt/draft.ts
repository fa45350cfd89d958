import type { Receipt } from './receipt.ts';

/** Unsent text, kept in this tab so that a reload takes none of it. */
const KEY = 'stream-draft';

/** Prompts that were queued and never went: the newest comes back into the field of the page that is loaded next. */
export function keepUnsent(person: string, receipts: Receipt[]) {
  const unsent = receipts.findLast(({ status }) => status === 'queued' || status === 'rewriting');
  if (unsent && readDraft(person) === '') writeDraft(person, unsent.said);
}

/** @param person whose page this is: a tab may outlive a sign-in, and the next person never reads what was another's */
export function readDraft(person: string): string {
  try {
    const [owner, text] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    if (owner === person) return text;
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is off, or holds something else: there is none.
  }
  return '';
}

export function writeDraft(person: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([person, text]));
  } catch {
    // Storage is off: a reload forgets it.
  }
}
