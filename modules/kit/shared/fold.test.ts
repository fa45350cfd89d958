import { expect, test } from 'vitest';
import { fold, foldLine } from './fold.ts';

const same: [string, string][] = [
  ['Straße', 'STRASSE'],
  ['ẞ', 'ss'],
  ['ΟΔΟΣ', 'οδός'],
  ['Λόγος', 'ΛΟΓΟΣ'],
  ['Łódź', 'lodz'],
  ['Ærø', 'AERO'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['Ёлка', 'елка'],
  ['Việt', 'viet'],
  ['ﬁre', 'FIRE'],
  ['ｶﾞｷﾞ', 'ガギ'],
  ['ＡＢＣ', 'abc'],
  ['שָׁלוֹם', 'שלום'],
  ['كِتَاب', 'كتاب'],
  ['أحمد', 'احمد'],
  ['کـتاب', 'کتاب'],
  ['می\u200cخواهم', 'میخواهم'],
  ['한', '\u1112\u1161\u11ab'],
  ['☀️', '☀'],
  ['և', 'եւ'],
];
test.each(same)('%s and %s match', (one, other) => {
  expect(fold(one)).toBe(fold(other));
  expect(fold(fold(one))).toBe(fold(one));
});

const different: [string, string][] = [
  ['か', 'が'],
  ['は', 'ぱ'],
  ['ﾊ', 'ﾊﾞ'],
  ['हिन्दी', 'हन्द'],
  ['कि', 'की'],
  ['फ़', 'फ'],
  ['กิน', 'กน'],
  ['ป่า', 'ปา'],
  ['й', 'и'],
  ['தி', 'த'],
  ['ئ', 'ي'],
];
test.each(different)('%s and %s don’t match', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('an initial isn’t found in a syllable, nor a plain kana in a voiced one', () => {
  expect(fold('가방')).not.toContain(fold('ㄱ'));
  expect(fold('がっこう')).not.toContain(fold('か'));
  expect(foldLine('  Ａ paper\n boat ')).toBe('a paper boat');
});
