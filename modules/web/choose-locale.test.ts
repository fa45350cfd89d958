import { expect, test } from 'vitest';
import { pickLocale } from './choose-locale.ts';

test('chooses a language by the browser’s preferences', () => {
  const offered = ['en', 'de', 'pt-BR', 'zh-Hans'];
  const picked = (header?: string) => pickLocale(header, offered);
  expect(['de', 'de-CH', 'fr, de;q=0.5', 'de;q=0.1, en;q=0.9', 'pt-br', 'ZH-hans-CN'].map(picked)).toEqual([
    'de',
    'de',
    'de',
    'en',
    'pt-BR',
    'zh-Hans',
  ]);
  const odd = [
    undefined,
    '',
    '*',
    'fr',
    'de;q=0',
    '../de',
    'x'.repeat(9000),
    ',;q=,;;',
    `${'fr,'.repeat(50)}de`,
  ];
  expect(odd.map(picked)).toEqual(odd.map(() => 'en'));
});
