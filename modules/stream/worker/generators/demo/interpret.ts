import type { Meaning } from './lexicon/entry.ts';
import { findMeaning } from './lexicon/find-meaning.ts';
import {
  COUNTS,
  ENDINGS,
  FILLER,
  LESS,
  MAKERS,
  MORE,
  NEGATIONS,
  RESTARTS,
  STRONG,
  WEAK,
} from './lexicon/small-words.ts';
import { hashText } from './random.ts';
import type { Change, Reading } from './reading.ts';
import type { Thing } from './scene-spec.ts';
import type { Word } from './words.ts';

/** Finds what each word means and which colours, counts and refusals belong to it. */
export function interpret(said: readonly Word[], describesAfter: boolean): Reading {
  const words = said.map(({ text }) => text);
  const reading: Reading = {
    ...{ meanings: [], refused: [], counts: {}, colours: {}, tints: [], whims: [], unknown: [] },
  };
  let negated = false;
  let strength = 1;
  let count = 0;
  let change: Change = null;
  let waiting: string[] = [];
  let lastThing: Thing | undefined;

  const note = (phrase: readonly Word[]) => {
    const written = [...new Set(phrase.map((word) => word.said))].join(' ');
    if (!reading.unknown.includes(written)) reading.unknown.push(written);
  };
  for (let i = 0; i < words.length; ) {
    const [length, meaning] = longestMeaning(words, i);
    const word = words[i] ?? '';
    const previous = words[i - 1] ?? '';
    i += length;
    const number = COUNTS[word] ?? (/^\d{1,3}$/.test(word) ? Number(word) : 0);
    if (RESTARTS.has(word)) negated = false;
    if (ENDINGS.has(word) && reading.meanings.length > 0 && i >= words.length) {
      const last = reading.meanings.pop();
      if (last) reading.refused.push(last.meaning);
    } else if (NEGATIONS.has(word) && length === 1) {
      negated = true;
    } else if (MORE.has(word)) {
      change = 'more';
    } else if (LESS.has(word)) {
      change = 'less';
    } else if (number > 0 && length === 1) {
      count = number;
      if (WEAK.has(word)) strength = 0.8;
    } else if (STRONG.has(word) && length === 1) {
      strength = 1.35;
    } else if (WEAK.has(word) && !meaning?.scale && length === 1) {
      strength = 0.6;
    } else if (!meaning) {
      const bare = word.length > 6 && word.endsWith('less') ? findMeaning(word.slice(0, -4)) : undefined;
      if (bare) reading.refused.push(bare);
      else if (!FILLER.has(word)) {
        reading.whims.push(hashText(word));
        note(said.slice(i - 1, i));
        negated = false;
      }
    } else if (negated) {
      reading.refused.push(meaning);
      // "without rain or clouds" refuses both; anything but a joining word ends it
      negated = ['or', 'and', 'nor'].includes(words[i] ?? '');
    } else {
      if (meaning.undrawn) note(said.slice(i - length, i));
      const things = thingsOf(meaning);
      if (meaning.colour && things.length === 0) {
        const after = describesAfter && previous !== 'and' && waiting.length === 0 && lastThing !== undefined;
        if (after || previous === 'is' || previous === 'are') bind(reading, lastThing, meaning.colour);
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
      reading.meanings.push({ meaning, strength, things, change });
      strength = 1;
      change = null;
    }
  }
  // "make the sea purple"
  const [colour] = waiting;
  if (colour && lastThing && MAKERS.has(words[0] ?? '')) reading.colours[lastThing] = colour;
  else reading.tints.push(...waiting);
  return reading;
}

function longestMeaning(
  words: readonly string[],
  at: number,
): [length: number, meaning: Meaning | undefined] {
  for (let length = 4; length > 1; length--) {
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
export function thingsOf(meaning: Meaning): Thing[] {
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
