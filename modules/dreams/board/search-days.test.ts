import { expect, test } from 'vitest';
import { inLocale } from '../../kit/texts/locale.ts';
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

test.each([
  ['de', 'März 2026', '2026-03-__'],
  ['de', '3. Marz', '____-03-03'],
  ['de', 'gestern', '2026-02-28'],
  ['de', 'March', '____-03-__'],
  ['fr', '1er août 2026', '2026-08-01'],
  ['fr', 'aujourd’hui', '2026-03-01'],
  ['es', '3 de marzo de 2026', '2026-03-03'],
  ['pt-BR', 'março', '____-03-__'],
  ['ja', '2026年3月3日', '2026-03-03'],
  ['ja', '3月', '____-03-__'],
  ['ja', '今日', '2026-03-01'],
  ['zh-CN', '昨天', '2026-02-28'],
  ['ar', '3 مارس', '____-03-03'],
])('in %s, %s means %s', (locale, words, days) => {
  expect(inLocale(locale, () => daysOf(words, NOW))).toBe(days);
});
