import { expect, test } from 'vitest';
import { NAME_MAX } from './limits.ts';
import { proposeName } from './propose-name.ts';
import { renameRequest } from './schemas.ts';

test.each([
  ['a calm ocean at sunset', 'A calm ocean at sunset'],
  ['  Neon city,\n in the rain... ', 'Neon city, in the rain'],
  ['“a moth”', 'A moth'],
  ['where are we?', 'Where are we?'],
  ['🌊🌅', '🌊🌅'],
  ['éclair de lune', 'Éclair de lune'],
  ['حلم الليل', 'حلم الليل'],
  [
    'a calm ocean at sunset with three boats, that go by slowly while gulls cry',
    'A calm ocean at sunset with three boats, that go by slowly',
  ],
  ['x'.repeat(80), `X${'x'.repeat(59)}`],
])('suggests %j as %j', (said, name) => {
  expect(proposeName(said)).toBe(name);
});

test('doesn’t suggest invalid names', () => {
  for (const said of ['', '   ', '...', '\u200b\u2060', '– —']) expect(proposeName(said), said).toBeNull();
});

test('keeps words whole in languages without spaces, and composed characters everywhere', () => {
  const japanese = proposeName('夕焼けの静かな海を小さな船がゆっくりと進んでいく'.repeat(4)) ?? '';
  expect(japanese.length).toBeLessThanOrEqual(60);
  expect(japanese.length).toBeGreaterThan(50);
  const families = proposeName('👩‍👩‍👧‍👦'.repeat(10)) ?? '';
  expect(families.replaceAll('👩‍👩‍👧‍👦', '')).toBe('');
});

test('every suggestion is a valid name', () => {
  const said = ['a\u0000b\u202ec', 'a\u2066sea\u2069 of\tsand', 'ŉ’t is', 'x '.repeat(500), '1. a list'];
  for (const one of said) {
    const name = proposeName(one);
    expect(name?.length).toBeLessThanOrEqual(NAME_MAX);
    expect(renameRequest.parse({ dream_name: name })).toEqual({ dream_name: name });
  }
});
