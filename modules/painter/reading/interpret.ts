import { hashText } from '../../generator/random.ts';
import type { Word } from '../languages/word.ts';
import type { Meaning } from '../lexicon/entry.ts';
import { findMeaning } from '../lexicon/find-meaning.ts';
import {
  ARTICLES,
  COUNTS,
  ENDINGS,
  FILLER,
  LESS,
  MAKERS,
  MORE,
  NEGATIONS,
  RESTARTS,
  STRONG,
  TAKERS,
  WEAK,
} from '../lexicon/small-words.ts';
import type { Thing } from '../spec/scene-spec.ts';
import type { Change, Reading } from './reading.ts';

interface WordOrder {
  /** true if adjectives follow their noun */
  describesAfter: boolean;
  /** true if a colour or a number at the end belongs to the noun before */
  verbLast: boolean;
}

/** Finds each word's meaning, and assigns colours, counts and exclusions. */
export function interpret(tokens: readonly Word[], { describesAfter, verbLast }: WordOrder): Reading {
  const words = tokens.map(({ text }) => text);
  const reading: Reading = {
    meanings: [],
    happens: false,
    excluded: [],
    foreign: [],
    counts: {},
    colours: {},
    tints: [],
    whims: [],
    unknown: [],
  };
  let negated = false;
  let strength = 1;
  let count = 0;
  let change: Change = null;
  let waiting: string[] = [];
  let lastThing: Thing | undefined;
  /** position after the last excluded word */
  let excludedEnd = -1;

  const writtenAt = (at: number, length: number) =>
    [...new Set(tokens.slice(at, at + length).map((word) => word.original))].join(' ');
  const note = (written: string, among: string[]) => {
    if (!among.includes(written)) among.push(written);
  };
  const excludeAt = (at: number, length: number, meaning: Meaning | undefined) => {
    const written = writtenAt(at, length);
    if (meaning && !meaning.undrawn) reading.excluded.push({ meaning, original: written });
    else note(written, reading.foreign);
    negated = continuesExclusion(words, at + length);
    excludedEnd = at + length;
    strength = 1;
    count = 0;
  };

  for (let i = 0; i < words.length; ) {
    const at = i;
    const [length, meaning] = longestMeaning(words, i);
    const word = words[i] ?? '';
    const previous = words[i - 1] ?? '';
    i += length;
    const number = COUNTS.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : 0);
    if (RESTARTS.has(word)) negated = false;
    const last = reading.meanings.at(-1);
    const isFreeOf = word === 'free' && ['of', 'from'].includes(words[i] ?? '');
    if (isFreeOf) {
      negated = true;
    } else if (last && ((ENDINGS.has(word) && i >= words.length) || word === 'free')) {
      reading.meanings.pop();
      reading.excluded.push(last);
    } else if (word === 'not' && ['so', 'as', 'too', 'quite'].includes(words[i] ?? '')) {
      change = 'less';
    } else if ((NEGATIONS.has(word) && length === 1) || TAKERS.has(`${word} ${words[i]}`)) {
      negated = true;
    } else if (MORE.has(word)) {
      change = 'more';
      if (word === 'another' || word === 'second' || word === 'third') count ||= 1;
    } else if (LESS.has(word)) {
      change = 'less';
    } else if (number > 0 && length === 1) {
      count = number;
      if (WEAK.has(word)) strength = 0.8;
    } else if (STRONG.has(word) && length === 1) {
      // "it rains harder"
      if (i >= words.length && last?.meaning.rain !== undefined) last.change ??= 'more';
      strength = 1.35;
    } else if (WEAK.has(word) && !meaning?.scale && length === 1) {
      strength = 0.6;
    } else if (!meaning) {
      const bare = word.length > 6 && word.endsWith('less') ? findMeaning(word.slice(0, -4)) : undefined;
      if (bare) reading.excluded.push({ meaning: bare, original: writtenAt(at, 1) });
      else if (FILLER.has(word)) continue;
      else if (negated) excludeAt(at, 1, undefined);
      else {
        reading.whims.push(hashText(word));
        note(writtenAt(at, 1), reading.unknown);
      }
    } else if (
      isAdjective(meaning) &&
      (negated ? describesNext(words, i) : describesAfter && excludedEnd === at)
    ) {
      // "without dark clouds", "sans nuages noirs": an adjective of something excluded is excluded with it.
      excludedEnd = i;
    } else if (negated) {
      excludeAt(at, length, meaning);
    } else {
      if (meaning.undrawn) note(writtenAt(at, length), reading.unknown);
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
        const counted = !change && (count > 0 || meaning.count);
        for (const thing of counted ? things : []) reading.counts[thing] = count || meaning.count || 1;
      } else if (endsColourPhrase(words[i])) {
        reading.tints.push(...waiting.splice(0));
      }
      reading.meanings.push({
        meaning,
        original: writtenAt(at, length),
        strength,
        things,
        change,
        arrives: tokens[at]?.arrives ?? false,
        count,
      });
      if (things.length > 0) count = 0;
      strength = 1;
      change = null;
    }
  }
  // "make the sea purple"
  const [colour] = waiting;
  if (count > 0 && verbLast && lastThing) reading.counts[lastThing] = count;
  if (colour && lastThing && (verbLast || MAKERS.has(words[0] ?? '') || words[0] === 'the'))
    reading.colours[lastThing] = colour;
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

/**
 * "without rain or clouds" excludes both, "without rain and a red sun" only one: an exclusion continues only across a
 * conjunction without an article.
 */
function continuesExclusion(words: readonly string[], at: number): boolean {
  return ['or', 'and', 'nor'].includes(words[at] ?? '') && !ARTICLES.has(words[at + 1] ?? '');
}

/** True for a word that describes rather than names. */
function isAdjective(meaning: Meaning): boolean {
  const { time, season, realm, material, rain, snow, fog, wind, clouds } = meaning;
  const names = [time, season, realm, material, rain, snow, fog, wind, clouds];
  return thingsOf(meaning).length === 0 && names.every((part) => part === undefined);
}

/** True if the adjective before this position describes a noun that follows. */
function describesNext(words: readonly string[], from: number): boolean {
  for (let at = from; at < words.length; ) {
    const word = words[at] ?? '';
    const [length, meaning] = longestMeaning(words, at);
    at += length;
    if (word === 'and' || word === 'or') continue;
    if (!meaning) return !FILLER.has(word) && !NEGATIONS.has(word);
    if (!isAdjective(meaning)) return true;
  }
  return false;
}

/** "purple and teal" may still be followed by a noun; "purple, under …" applies to the whole picture. */
function endsColourPhrase(next: string | undefined): boolean {
  return next !== undefined && FILLER.has(next) && next !== 'and' && next !== 'or';
}

function bind(reading: Reading, thing: Thing | undefined, colour: string): void {
  if (!thing) reading.tints.push(colour);
  else if (reading.colours[thing]) reading.tints.push(colour);
  else reading.colours[thing] = colour;
}

/** A meaning's things that can be counted and coloured, most specific first. */
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
