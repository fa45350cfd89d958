import { expect, test } from 'vitest';
import { typographyFaults } from './typography.ts';

test.each([
  ['fr', 'Vous seul ?', 'Vous\u202f?'],
  ['fr', '« {name} » : oui', '«\u00a0{name}\u00a0»\u00a0: oui'],
  ['de', '30 s behalten', '30\u00a0s behalten'],
  ['de', 'per E-Mail', 'per E\u2011Mail'],
  ['ja', '新しい API トークン', '新しいAPIトークン'],
  ['ja', '次のショットまで: {time}', '次のショットまで：{time}'],
  ['zh-CN', '用GPU绘制', '用 GPU 绘制'],
  ['ar', 'شكراً', 'شكرًا'],
  ['ar', '\u200f{name}', '{name}'],
  ['ar', 'افتح الرابط.', 'يُرجى فتح الرابط.'],
  ['en', '@{handle}', '{handle}'],
])('typography of %s: %s', (locale, fault, right) => {
  expect(typographyFaults(locale, fault)).toHaveLength(1);
  expect(typographyFaults(locale, right)).toEqual([]);
});

test('a plural has the forms of its language, unless one form serves all counts', () => {
  const german = '{days, plural, one {# Tag} other {# Tage}}';
  expect(typographyFaults('de', german)).toEqual([]);
  expect(typographyFaults('ar', german)).toHaveLength(4);
  expect(typographyFaults('ja', german)).toEqual(['ja has no plural form “one”']);
  expect(typographyFaults('ja', '{days, plural, =1 {一日} other {#日}}')).toEqual([]);
  expect(typographyFaults('ar', '<b>{days, plural, other {# ي}}</b>')).toEqual([]);
});
