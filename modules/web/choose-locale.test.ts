import { expect, test } from 'vitest';
import { pickLocale, withRegion } from './choose-locale.ts';

test('chooses a language by the browser’s preferences', () => {
  const offered = ['en', 'en-XA', 'de', 'pt-BR', 'zh-Hans'];
  const picked = (header?: string) => pickLocale(header, offered);
  expect(
    ['de', 'de-CH', 'fr, de;q=0.5', 'de;q=0.1, en;q=0.9', 'pt-br', 'pt-PT', 'ZH-hans-CN'].map(picked),
  ).toEqual(['de', 'de', 'de', 'en', 'pt-BR', 'pt-BR', 'zh-Hans']);
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
  expect(odd.map(picked)).toEqual(odd.map(() => null));
});

test('takes the country from the browser where it writes numbers and dates differently', () => {
  const regions = ['ar-MA, fr;q=0.5', 'ar', 'ar-XX', 'fr-MA, ar-EG;q=0.4', undefined].map((header) =>
    withRegion('ar', header),
  );
  expect(regions).toEqual(['ar-MA', 'ar', 'ar', 'ar-EG', 'ar']);
  expect(withRegion('en', 'en-GB')).toBe('en');
});
