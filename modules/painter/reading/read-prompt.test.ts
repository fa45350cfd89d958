import { describe, expect, test } from 'vitest';
import { findMeaning, knownWords } from '../lexicon/find-meaning.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { readPrompt as read } from './read-prompt.ts';

const readPrompt = (prompt: string) => read(prompt).spec;

/** A prompt's spec without the hashes, which differ for any text. */
function understood(prompt: string): Omit<SceneSpec, 'key' | 'whims'> {
  const { key: _key, whims: _whims, ...rest } = readPrompt(prompt);
  return rest;
}

describe('the lexicon', () => {
  test('holds at least 300 words', () => {
    expect(knownWords().length).toBeGreaterThanOrEqual(300);
  });

  test('every entry changes the scene', () => {
    const scene = (prompt: string) => JSON.stringify({ ...understood(prompt), time: null });
    const neutral = scene('zxqv');
    const idle = knownWords().filter(
      (word) => scene(word) === neutral && !findMeaning(word)?.time && !findMeaning(word)?.reset,
    );
    expect(idle).toEqual([]);
    const hours = knownWords().filter((word) => findMeaning(word)?.time);
    expect(hours.filter((word) => readPrompt(`a hill at ${word}`).time !== findMeaning(word)?.time)).toEqual(
      [],
    );
  });
});

describe('reading a prompt', () => {
  test('finds place, hour and mood', () => {
    const spec = readPrompt('a calm ocean at sunset');
    expect(spec).toMatchObject({ realm: 'land', ground: 'water', time: 'sunset' });
    expect(spec.speed).toBeLessThan(1);
    expect(spec.celestials).toContain('sun');
  });

  test('understands counts', () => {
    expect(readPrompt('desert with two moons').counts.moon).toBe(2);
    expect(readPrompt('3 moons over the sea').counts.moon).toBe(3);
    expect(readPrompt('seven butterflies in a garden').counts.butterflies).toBe(7);
    expect(readPrompt('constructor butterflies').counts).toEqual(readPrompt('butterflies').counts);
  });

  test('binds a colour to the noun next to it', () => {
    const spec = readPrompt('a red moon over a purple sea');
    expect(spec.colours.moon).toBe('#c8202c');
    expect(spec.colours.water).toBe('#7a2fb5');
    expect(spec.tints).toEqual([]);
    expect(readPrompt('the sky is green above hills').colours.sky).toBe('#3f9b4c');
  });

  test('lets free colours tint the whole image', () => {
    const spec = readPrompt('galaxy nebula in purple and teal');
    expect(spec.realm).toBe('space');
    expect(spec.tints).toEqual(['#7a2fb5', '#13989a']);
  });

  test('honours negations', () => {
    expect(readPrompt('a stormy sea without rain').rain).toBe(0);
    expect(readPrompt('mountains with no clouds').clouds).toBe(0);
    expect(readPrompt('cloudless night over dunes').clouds).toBeLessThan(0.05);
    expect(readPrompt('a forest without birds or fog, sunset')).toMatchObject({
      fog: 0,
      swarms: [],
      time: 'sunset',
    });
  });

  test('knows plurals and other word forms', () => {
    expect(readPrompt('foggy mountains').fog).toBeGreaterThan(0.5);
    expect(readPrompt('snowing').snow).toBeGreaterThan(0.5);
    expect(readPrompt('wolves').subjects).toEqual(['wolf']);
    expect(readPrompt('butterflies').swarms).toContain('butterflies');
    expect(readPrompt('blazing').materials).toEqual(['fire']);
  });

  test('makes adjectives stronger and weaker', () => {
    expect(readPrompt('light rain on a city').rain).toBeLessThan(readPrompt('heavy rain on a city').rain);
  });

  test('keeps the ground when something flies above it', () => {
    expect(readPrompt('milky way over a mountain lake').realm).toBe('land');
    expect(readPrompt('a castle made of crystal floating in the clouds')).toMatchObject({
      realm: 'sky',
      subjects: ['castle'],
      materials: ['crystal'],
    });
  });

  test('paints an abstract scene for unknown words, derived from them', () => {
    const spec = readPrompt('zxqv blorp');
    expect(spec.realm).toBe('abstract');
    expect(spec.whims).toHaveLength(2);
    expect(readPrompt('zxqv blorp')).toEqual(spec);
    expect(readPrompt('blorp zxqv').whims).not.toEqual(spec.whims);
  });

  test.each([
    ['nothing', ''],
    ['emoji', '🌊'.repeat(1000)],
    ['right-to-left text', 'מגדלור בים סוער עם ירח אדום'],
    ['control characters', '\u0000\u0007\u001b[31m\u200f\u202esea'],
    ['lone surrogates', '\ud800\udfff\ud83d'],
    ['one endless word', 'a'.repeat(100_000)],
    ['a million digits', '9'.repeat(1_000_000)],
    ['names of object members', '__proto__ constructor toString hasOwnProperty'],
  ])('survives %s', (_name, prompt) => {
    const spec = readPrompt(prompt);
    expect(JSON.stringify(spec)).toBe(JSON.stringify(readPrompt(prompt)));
    for (const value of Object.values(spec)) {
      if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
    }
  });
});

describe('a later prompt', () => {
  const follow = (...prompts: string[]) =>
    prompts.reduce<ReturnType<typeof read> | null>((before, prompt) => read(prompt, before), null);

  test('keeps everything in place if it only changes a detail', () => {
    const first = readPrompt('a castle on a hill');
    const spec = follow('a castle on a hill', 'make it night', 'now with northern lights')?.spec;
    expect(spec).toMatchObject({ key: first.key, time: 'night', subjects: first.subjects });
    expect(spec?.celestials).toContain('aurora');
  });

  test('keeps the image if there is nothing to draw', () => {
    const { spec } = read('a city at night');
    for (const prompt of ['leichter', 'beautiful', 'schöner', 'hello there', 'make something new']) {
      expect(read(prompt, read('a city at night')), prompt).toMatchObject({ spec, changed: false });
    }
  });

  test.each([
    ['take away', 'take away the moon, put away the moon, take the moon away, Mond weg, entferne den Mond'],
    ['stop', 'stop the moon, arrête la lune, stopp den Mond, basta de luna, 月を止めて'],
  ])('doesn’t assume anything about what to %s', (_verb, prompts) => {
    for (const prompt of prompts.split(', ')) {
      expect(follow('a city by day', prompt)?.absent, prompt).toHaveLength(1);
      expect(follow('a moonlit city', prompt)?.spec.celestials, prompt).not.toContain('moon');
    }
  });

  test('reads a single word in the language that spells it that way', () => {
    expect(follow('a city at night', 'heller')?.spec).toMatchObject({
      backdrops: ['city'],
      brightness: 1.18,
    });
    const times = { noche: 'night', nuit: 'night', abend: 'sunset' };
    for (const [word, time] of Object.entries(times)) expect(readPrompt(word), word).toMatchObject({ time });
    for (const word of ['rosas', 'rosen']) expect(readPrompt(word).swarms, word).toContain('roses');
    expect(follow('a rainy city', 'deja de llover')?.spec.rain).toBe(0);
  });

  test('starts over if it describes another scene', () => {
    expect(follow('a castle on a hill', 'a coral reef')?.spec).toEqual(readPrompt('a coral reef'));
  });

  test('undoes earlier changes', () => {
    const first = readPrompt('a boat on a lake');
    expect(follow('a boat on a lake', 'remove the boat', 'undo')?.spec).toEqual(first);
    expect(follow('a boat on a lake', 'night', 'snow', 'undo', 'undo')?.spec).toEqual(first);
  });

  test('reports unknown words as they were written', () => {
    expect(follow('a quokka on the beach')?.unknown).toEqual(['quokka']);
    expect(follow('eine Burg am Strand', 'mit Kühlschrank')?.unknown).toEqual(['Kühlschrank']);
    expect(follow('a castle', 'make it night')?.unknown).toEqual([]);
  });
});

test('in every language, a prompt may begin by asking for a picture', () => {
  const asks = [
    'Dessinez un lac',
    'Crée un lac',
    'Dibuja un lago',
    'Pinta un lago',
    'Desenhe um lago',
    'Crie um lago',
    'Zeichne einen See',
    'Stell dir einen See vor',
    '湖を作って',
    '画出一个湖',
    '生成一个湖',
  ];
  for (const words of asks) expect({ words, ...read(words) }).toMatchObject({ unknown: [], asked: true });
});

test.each([
  'Schnee über einer schlafenden Stadt',
  'des villes endormies sous la neige',
  'nieve sobre ciudades dormidas',
  'neve sobre cidades adormecidas',
])('words of a phrase are inflected, too: %s', (prompt) => {
  expect(read(prompt)).toMatchObject({ spec: { time: 'night', backdrops: ['city'] }, unknown: [] });
});
