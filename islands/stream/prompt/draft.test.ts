import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepUnsent, readDraft, writeDraft } from './draft.ts';
import { addReceipt } from './receipt.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const queued = (userText: string) =>
  addReceipt([], { id: 'p1', userText, source: 'typed', cleaned: false, at: 0, rewriting: false });

test('restores a half-typed prompt for the person who typed it', () => {
  writeDraft('ada', 'a quiet ha');
  keepUnsent('ada', queued('rain'));
  expect(readDraft('ada')).toBe('a quiet ha');
  writeDraft('ada', '');
  keepUnsent('ada', queued('rain'));
  expect(readDraft('ada')).toBe('rain');
});

test('hides it from the next person who signs in in the same tab, and erases it', () => {
  writeDraft('ada', 'a quiet ha');
  expect(readDraft('bo')).toBe('');
  expect(readDraft('ada')).toBe('');
});

test('ignores drafts of another version', () => {
  sessionStorage.setItem('stream-draft', 'a quiet ha');
  expect(readDraft('ada')).toBe('');
  expect(readDraft('')).toBe('');
});
