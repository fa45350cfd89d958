import { expect, test } from 'vitest';
import { PROMPT_MAX } from '../../protocol/limits.ts';
import { replaceBannedWords } from './banned-words.ts';

test('replaces a banned whole word with a flower, in any case', () => {
  expect(replaceBannedWords('what the fuck, a BITCH')).toBe('what the flower, a flower');
  expect(replaceBannedWords('Fucking city')).toBe('flower city');
  expect(replaceBannedWords('fuuuck sh1t')).toBe('flower flower');
  expect(replaceBannedWords('a pussy, a dick and a cock')).toBe('a flower, a flower and a flower');
  expect(replaceBannedWords('motherfuckers and a double penetration')).toBe('flower and a flower');
  expect(replaceBannedWords('fuckfuckfuck bullshit, niggas, fags')).toBe('flower flower, flower, flower');
  expect(replaceBannedWords('')).toBe('');
});

test.each([
  'fu\u200bck',
  's\u00adhit',
  'f.u.c.k',
  'f u c k',
  'f, u, c, k',
  'f*u*c*k',
  'fu-ck',
  'sh\u0336it',
  '🅵🆄🅲🅺',
  'ⓕⓤⓒⓚ',
])('finds “%s” in disguise', (word) => {
  expect(replaceBannedWords(`the ${word}! cathédrale`)).toBe('the flower! cathédrale');
});

test('leaves harmless words alone', () => {
  for (const text of [
    'Moby Dick the white whale',
    'the cockpit of a rapeseed-yellow plane',
    'a peacock, a cockatoo and two blue tits on a pussy willow',
    'a pussy cat, a Pussy-cat and two pussy cats beside a blue-footed booby',
    'a coal tit on a booby trap, a wild ass, a field of rape and a spotted dick',
    'a fire-retardant bastard sword with a chink in the blade',
    'same sex parents, an ass and a niggardly innkeeper',
    'same-sex couples in Fukushima, Fukuoka and Fukui',
    'a Wankel engine, a swanky Dickensian street, Uranus and Oceanus',
    'a fagus leaf, chinkapin nuts, a boobook owl and a pussyfoot cat',
    'un gato negro, rio Negro, el canal, train en retard, carottes râpées',
    'Fu Manchu, scat singing, cumin and cumbia',
    'ein dick verschneiter Wald am Kanal, Fagott und Fanal',
    'grapes, brass, butterflies and shiitake in Scunthorpe',
    'a pussy cat, two Pussy Cats and a pussy-cat on a roof',
    'a cock crows over fields of rape, a blue-footed booby',
    'ein dicker Mann, dicke Wolken und ein dickes Buch',
    'une râpe à fromage, un peu d’ânes',
    'A. S. Byatt, the pass. It is mass-produced, class-ic bass-line, S.H.I.E.L.D., f/1.8, g r a p e s',
    'a cathedral of rain 🌧 und Straßen voller Licht',
  ]) {
    expect(replaceBannedWords(text)).toBe(text);
  }
});

test.each(['fuck', 'fuck ', 'f', 'ass', '*', 'sh', "'", 'nig', 'u$', 'dick-'])(
  'reads “%s” in a row within 5 ms at the length limit',
  (text) => {
    const hostile = text.repeat(PROMPT_MAX).slice(0, PROMPT_MAX);
    // Best of ten runs, because the cores are shared.
    const took = Array.from({ length: 10 }, () => {
      const began = performance.now();
      replaceBannedWords(hostile);
      return performance.now() - began;
    });
    expect(Math.min(...took)).toBeLessThan(5);
  },
);
