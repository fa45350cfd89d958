import type { Receipt } from './receipt.ts';

/** What is written and not sent, kept in this tab so that a reload takes none of it. */
const KEY = 'stream-draft';

/** Prompts that were queued and never went: the newest comes back into the field of the page that is loaded next. */
export function keepUnsent(receipts: Receipt[]) {
  const unsent = receipts.findLast(({ status }) => status === 'queued' || status === 'rewriting');
  if (unsent && readDraft() === '') writeDraft(unsent.said);
}

export function readDraft(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(text: string) {
  try {
    if (text === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // Storage is off: a reload forgets it.
  }
}
