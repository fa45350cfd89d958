/** What is written and not sent, kept in this tab so that a reload takes none of it. */
const KEY = 'stream-draft';

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
