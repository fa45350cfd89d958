import { expect, test } from 'vitest';
import { secureCalls } from './secure-calls.ts';

test.each([
  ['crypto.randomUUID()', 1],
  ["window.crypto['randomUUID']()", 1],
  ['const { randomUUID } = crypto;', 1],
  ['navigator.clipboard?.writeText(text)', 1],
  ["await caches.open('x')", 1],
  ['navigator.storage.estimate()', 1],
  ['const { storage } = navigator;', 1],
  ['localStorage.getItem(key); session.storage.put(x)', 0],
  ['crypto.getRandomValues(new Uint8Array(16))', 0],
  ['/assets/caches-1.js is no call of caches-2', 0],
])('%s', (code, faults) => {
  expect(secureCalls('islands/some.ts', code)).toHaveLength(faults);
  expect(secureCalls('islands/browser/copy-text.ts', code)).toHaveLength(
    code.includes('clipboard') ? 0 : faults,
  );
});
