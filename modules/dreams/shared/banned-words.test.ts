import { expect, test } from 'vitest';
import { replaceBannedWords } from './banned-words.ts';

test('puts a flower in the place of a banned word, whole and in any case', () => {
  expect(replaceBannedWords('what the fuck, a BITCH')).toBe('what the flower, a flower');
  expect(replaceBannedWords('Fucking city')).toBe('flower city');
  expect(replaceBannedWords('fuuuck sh1t')).toBe('flower flower');
  expect(replaceBannedWords('a pussy, a dick and a cock')).toBe('a flower, a flower and a flower');
  expect(replaceBannedWords('')).toBe('');
});

test('leaves harmless words alone', () => {
  for (const text of [
    'Moby Dick the white whale',
    'the cockpit of a rapeseed-yellow plane',
    'a peacock, a cockatoo and two blue tits on a pussy willow',
    'a pussy cat, a Pussy-cat and two pussy cats beside a blue-footed booby',
    'a coal tit on a booby trap, a wild ass, a field of rape and a spotted dick',
    'a fire-retardant bastard sword with a chink in the blade',
    'grapes, brass, butterflies and shiitake in Scunthorpe',
    'a pussy cat, two Pussy Cats and a pussy-cat on a roof',
    'a cock crows over fields of rape, a blue-footed booby',
    'ein dicker Mann, dicke Wolken und ein dickes Buch',
    'a cathedral of rain 🌧 und Straßen voller Licht',
  ]) {
    expect(replaceBannedWords(text)).toBe(text);
  }
});
