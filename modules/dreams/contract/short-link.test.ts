import { expect, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { idOfShortLink, linkPath } from './short-link.ts';

test('a dream’s link has 22 characters that lead back to its id', () => {
  for (const id of [
    '00'.repeat(16),
    'ff'.repeat(16),
    'fbff'.repeat(8),
    ...Array.from({ length: 100 }, newId),
  ]) {
    const [, code = ''] = linkPath(id).match(/^\/d\/([\w-]{22})$/) ?? [];
    expect(idOfShortLink(code), id).toBe(id);
  }
});

test('an id of another form keeps its long address, and no other text leads anywhere', () => {
  expect(linkPath('dream 1')).toBe('/api/d/dream%201');
  const [, , code = ''] = linkPath('ff'.repeat(16)).split('/');
  // The spare bits of the last character are zero.
  for (const odd of ['', 'x', `${code}a`, code.slice(1), `${code.slice(0, 21)}x`, code.replace(/^./, '+')])
    expect(idOfShortLink(odd), odd).toBeNull();
});
