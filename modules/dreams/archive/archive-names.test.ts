import { expect, test } from 'vitest';
import { createUniqueNames, fileNameOf } from './archive-names.ts';

test.each([
  ['Low tide', 'Low tide'],
  ['a/b\\c: "d" <e>|f?*', 'a b c d e f'],
  ['../../etc/passwd', 'etc passwd'],
  ['..', 'untitled'],
  ['', 'untitled'],
  ['ends with dots...', 'ends with dots'],
  ['two\nlines\u202e', 'two lines'],
  ['con', '_con'],
  ['LPT1', '_LPT1'],
  ['console', 'console'],
  ['NUL.mp4', '_NUL.mp4'],
  ['aux .tar.gz', '_aux .tar.gz'],
  ['COM¹', '_COM¹'],
  ['com0.x', '_com0.x'],
  ['nullable', 'nullable'],
  ['con tact', 'con tact'],
  [`${'x'.repeat(118)}. y`, 'x'.repeat(118)],
  ['حلم الليل 🌙', 'حلم الليل 🌙'],
  ['e\u0301', '\u00e9'],
  ['x'.repeat(500), 'x'.repeat(120)],
  ['👨‍👩‍👧'.repeat(30), '👨‍👩‍👧'.repeat(6)],
])('%j is named %j in a folder', (name, kept) => {
  expect(fileNameOf(name)).toBe(kept);
});

test('no name is used twice, in any case', () => {
  const unique = createUniqueNames();
  expect(['Moth', 'moth', 'Moth', 'Owl'].map((stem) => unique(stem, '.mp4'))).toEqual([
    'Moth.mp4',
    'moth 2.mp4',
    'Moth 3.mp4',
    'Owl.mp4',
  ]);
});
