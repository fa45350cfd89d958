import { completeSpec } from './complete-spec.ts';
import type { Meaning } from './lexicon/entry.ts';
import { findMeaning } from './lexicon/find-meaning.ts';
import { hashText } from './random.ts';
import type { Reading } from './reading.ts';
import type { SceneSpec, Thing } from './scene-spec.ts';

/** A prompt longer than this changes nothing more in the picture; the relay's own limit is lower. */
const MAX_WORDS = 96;
const MAX_CHARS = 2000;

const NEGATIONS = new Set(['no', 'without', 'not', 'never', 'minus', 'lacking', 'except', 'zero', 'nor']);
const STRONG = new Set([
  'very',
  'extremely',
  'heavy',
  'intense',
  'deep',
  'thick',
  'dense',
  'strong',
  'super',
]);
const WEAK = new Set(['slightly', 'light', 'faint', 'subtle', 'pale', 'thin', 'hint', 'few', 'little']);
const COUNTS: Record<string, number> = {
  one: 1,
  single: 1,
  lone: 1,
  solitary: 1,
  two: 2,
  twin: 2,
  pair: 2,
  double: 2,
  both: 2,
  three: 3,
  triple: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  dozen: 12,
  several: 5,
  many: 24,
  countless: 60,
  hundred: 60,
  hundreds: 60,
  thousand: 90,
  thousands: 90,
  swarm: 60,
  flock: 24,
  few: 3,
};
/** Words that carry no picture of their own; they neither end a negation nor count as unknown. */
const FILLER = new Set(
  (
    'a an the of in on at by to from with under over above below into onto and or but as is are was were be been ' +
    'its it this that these those there here up down out off through across around near beside between among ' +
    'behind beyond inside within for my your his her their our we i you he she they me him them some any all ' +
    'where when while who which what how so such very more most less than too just like made make makes making ' +
    'full covered filled show showing see view scene picture image photo video please imagine want ' +
    'after before during against along toward towards upon'
  ).split(' '),
);

/** Reads what a prompt asks for. The same text always gives the same spec; any text gives one. */
export function readPrompt(text: string): SceneSpec {
  const words = tokens(text);
  const key = hashText(words.length > 0 ? words.join(' ') : text.slice(0, MAX_CHARS));
  return completeSpec(key, interpret(words));
}

function tokens(text: string): string[] {
  const plain = text.slice(0, MAX_CHARS).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.replace(/[’']s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS);
}

function interpret(words: readonly string[]): Reading {
  const reading: Reading = { meanings: [], refused: [], counts: {}, colours: {}, tints: [], whims: [] };
  let negated = false;
  let strength = 1;
  let count = 0;
  let waiting: string[] = [];
  let lastThing: Thing | undefined;

  for (let i = 0; i < words.length; ) {
    const [length, meaning] = longestMeaning(words, i);
    const word = words[i] ?? '';
    const previous = words[i - 1] ?? '';
    i += length;
    const number = COUNTS[word] ?? (/^\d{1,3}$/.test(word) ? Number(word) : 0);
    if (NEGATIONS.has(word)) {
      negated = true;
    } else if (number > 0 && length === 1) {
      count = number;
      if (WEAK.has(word)) strength = 0.8;
    } else if (STRONG.has(word) && length === 1) {
      strength = 1.35;
    } else if (WEAK.has(word) && !meaning?.scale) {
      strength = 0.6;
    } else if (!meaning) {
      const bare = word.length > 6 && word.endsWith('less') ? findMeaning(word.slice(0, -4)) : undefined;
      if (bare) reading.refused.push(bare);
      else if (!FILLER.has(word)) {
        reading.whims.push(hashText(word));
        negated = false;
      } else if (word === 'but' || word === 'with') negated = false;
    } else if (negated) {
      reading.refused.push(meaning);
      // "without rain or clouds" refuses both; anything but a joining word ends it
      negated = ['or', 'and', 'nor'].includes(words[i] ?? '');
    } else {
      const things = thingsOf(meaning);
      if (meaning.colour && things.length === 0) {
        if (previous === 'is' || previous === 'are') bind(reading, lastThing, meaning.colour);
        else waiting.push(meaning.colour);
      }
      if (things.length > 0) {
        lastThing = things[0];
        for (const colour of waiting) bind(reading, lastThing, colour);
        waiting = [];
        if (meaning.colour) bind(reading, lastThing, meaning.colour);
        for (const thing of count > 0 || meaning.count ? things : []) {
          reading.counts[thing] = count || meaning.count || 1;
        }
        count = 0;
      } else if (endsColourPhrase(words[i])) {
        reading.tints.push(...waiting.splice(0));
      }
      reading.meanings.push({ meaning, strength, things });
      strength = 1;
    }
  }
  reading.tints.push(...waiting);
  return reading;
}

function longestMeaning(
  words: readonly string[],
  at: number,
): [length: number, meaning: Meaning | undefined] {
  for (let length = 3; length > 1; length--) {
    if (at + length > words.length) continue;
    const phrase = words.slice(at, at + length);
    const meaning = findMeaning(phrase.join(' '));
    if (meaning) return [length, meaning];
  }
  return [1, findMeaning(words[at] ?? '')];
}

/** "purple and teal" stays open for a noun to come; "purple, under …" belongs to the whole picture. */
function endsColourPhrase(next: string | undefined): boolean {
  return next !== undefined && FILLER.has(next) && next !== 'and' && next !== 'or';
}

function bind(reading: Reading, thing: Thing | undefined, colour: string): void {
  if (!thing) reading.tints.push(colour);
  else if (reading.colours[thing]) reading.tints.push(colour);
  else reading.colours[thing] = colour;
}

/** The countable, colourable things of a meaning, the most particular first. */
function thingsOf(meaning: Meaning): Thing[] {
  const things: Thing[] = [];
  if (meaning.celestial) things.push(meaning.celestial);
  if (meaning.subject) things.push(meaning.subject);
  if (meaning.swarm) things.push(meaning.swarm);
  if (meaning.backdrop) things.push(meaning.backdrop);
  if (meaning.ground) things.push(meaning.ground);
  if (things.length === 0 && meaning.realm === 'sky' && meaning.clouds) things.push('sky');
  if (things.length === 0 && meaning.rain) things.push('rain');
  if (things.length === 0 && meaning.clouds) things.push('clouds');
  if (things.length === 0 && meaning.fog) things.push('fog');
  return things;
}
