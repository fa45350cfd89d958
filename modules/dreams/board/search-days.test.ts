import { expect, test } from 'vitest';
import { daysOf } from './search-days.ts';

const NOW = Date.parse('2026-03-01T00:30:00Z');

test.each([
  ['march', '____-03-__'],
  ['Mar', '____-03-__'],
  ['sept', '____-09-__'],
  ['March 2026', '2026-03-__'],
  ['2026 march', '2026-03-__'],
  ['2026', '2026-__-__'],
  ['2026-03', '2026-03-__'],
  ['2026-03-09', '2026-03-09'],
  ['2026-03-09T10:15:00.000Z', '2026-03-09'],
  ['3 March 2026', '2026-03-03'],
  ['Mar 3, 2026', '2026-03-03'],
  ['the 3rd', null],
  ['3rd of March', '____-03-03'],
  ['today', '2026-03-01'],
  ['Yesterday', '2026-02-28'],
  ['2026-13', null],
  ['2026-00', null],
  ['2026-03-32', null],
  ['32 March', null],
  ['ma', null],
  ['marching', null],
  ['march of whales', null],
  ['march 2026 2027', null],
  ['12', null],
  ['', null],
  ['%', null],
])('%j means %s', (words, days) => {
  expect(daysOf(words, NOW)).toBe(days);
});
