import { expect, test } from 'vitest';
import { nameKey } from './name-key.ts';

test('names sort by their words, Thai by the consonant that is spoken first', () => {
  const sorted = (...names: string[]) =>
    names.toSorted((a, b) => (`${nameKey(a)}` < `${nameKey(b)}` ? -1 : 1));
  expect(sorted('Strudel', 'Straße 10', 'strasse 9', 'Äpfel')).toEqual([
    'Äpfel',
    'strasse 9',
    'Straße 10',
    'Strudel',
  ]);
  expect(sorted('がっこう', 'き', 'か')).toEqual(['か', 'がっこう', 'き']);
  expect(sorted('เกาะ', 'ขนม', 'กา')).toEqual(['กา', 'เกาะ', 'ขนม']);
  expect(nameKey(' \u200b ')).toBeNull();
});
