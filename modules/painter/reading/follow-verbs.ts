import type { Word } from '../languages/word.ts';
import type { Meaning } from '../lexicon/entry.ts';
import { findMeaning } from '../lexicon/find-meaning.ts';
import { ARTICLES, PLACE_PREPOSITIONS } from '../lexicon/small-words.ts';
import { type Deed, findVerb, LONGEST_VERB } from '../lexicon/verbs.ts';
import { kindOf, outcomeOf } from './outcomes.ts';

/** A stretch of a prompt: a noun or adjective that the painter knows, a verb, or any other word. */
interface Span {
  words: Word[];
  text: string;
  meaning: Meaning | undefined;
  deed: Deed | undefined;
  /** true for a verb that may precede its noun: "cae la noche", "falling snow" */
  leads: boolean;
  /** true for a verb form that may also be a noun or an adjective */
  doubtful: boolean;
  /** words to read instead of these */
  instead: string[] | null;
  arrives: boolean;
}

interface Followed {
  words: Word[];
  /** true if a verb said what happens to something */
  happens: boolean;
}

/**
 * Rewrites what happens into what there is: "the rain stops" becomes "without the rain", "the sun sets" becomes "the
 * sunset", "the sea turns red" becomes "the red sea". Things only leave or turn into others in a prompt that follows
 * another one; otherwise "a train leaves the station" would show no train.
 */
export function followVerbs(words: readonly Word[], follows: boolean): Followed {
  let happens = false;
  const result: Word[] = [];
  for (const clause of clausesOf(words)) {
    const spans = spansOf(clause);
    for (const [at, span] of spans.entries()) {
      if (!span.deed) continue;
      const said = span.deed === 'become' ? becomes(spans, at, follows) : acts(spans, at, span.deed, follows);
      happens ||= said;
      // A verb that the painter doesn't need isn't an unknown word, and "falls" isn't autumn.
      if (!said && (!span.doubtful || span.words.length > 1))
        span.instead ??= span.words.map(({ text }) => text).filter(isOfUse);
    }
    result.push(...spans.flatMap(rewritten));
  }
  return { words: result, happens };
}

const isOfUse = (word: string) => {
  const meaning = findMeaning(word);
  return meaning !== undefined && meaning.season === undefined;
};

function rewritten({ words, instead, arrives }: Span): Word[] {
  const [first, last] = [words[0], words.at(-1)];
  const original = [...new Set(words.map((word) => word.original))].join(' ');
  const texts = instead?.map((text): Word => ({ text, original })) ?? words;
  return texts.map((word, at) => ({
    ...word,
    ...((arrives || first?.arrives) && { arrives: true }),
    ...(last?.stop && at === texts.length - 1 && { stop: true }),
  }));
}

/** Splits at punctuation, and at conjunctions that a new subject follows. */
function clausesOf(words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]?.text ?? '';
    const isNew = CONJUNCTIONS.includes(word.text) && (ARTICLES.has(next) || word.text !== 'and');
    if (isNew && at > 0) clauses.push([]);
    clauses.at(-1)?.push(word);
    if (word.stop) clauses.push([]);
  }
  return clauses.filter((clause) => clause.length > 0);
}

const CONJUNCTIONS = ['and', 'but', 'then', 'while', 'as', 'when'];

function spansOf(clause: readonly Word[]): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < clause.length; ) {
    const phrase = (length: number) =>
      clause
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' ');
    let length = 4;
    while (length > 1 && (at + length > clause.length || !findMeaning(phrase(length)))) length--;
    let verbLength = LONGEST_VERB;
    while (verbLength > 0 && (at + verbLength > clause.length || !findVerb(phrase(verbLength)))) verbLength--;
    const verb = length > Math.max(1, verbLength - 1) ? undefined : findVerb(phrase(verbLength));
    if (verb) length = verbLength;
    const text = phrase(length);
    const isNoun = text === 'leaves' && !isSubjectBefore(spans);
    const meaning = findMeaning(text);
    spans.push({
      words: clause.slice(at, at + length),
      text,
      meaning,
      deed:
        verb && !isNoun && mayBeVerb(verb, text, clause[at - 1]?.text ?? '', spans) ? verb.deed : undefined,
      leads: Boolean(verb?.finite || verb?.continuous),
      doubtful: !verb?.finite && !text.startsWith('fall'),
      instead: null,
      arrives: false,
    });
    at += length;
  }
  return spans;
}

/** "part" and "broken" are verbs if a noun comes before: "the clouds part", but not "broken clouds". */
function mayBeVerb(
  verb: { deed: Deed; finite: boolean; continuous: boolean },
  text: string,
  previous: string,
  spans: readonly Span[],
): boolean {
  if (verb.finite || verb.continuous || previous === 'to') return true;
  const isSeason = text === 'fall' && ['in', 'the', 'this', 'is', 'of', 'early', 'late'].includes(previous);
  if (isSeason) return false;
  return (
    spans.some(isSubject) ||
    (verb.deed === 'become' && text.startsWith('turn')) ||
    ['change', 'transform'].includes(text)
  );
}

const isSubject = (span: Span) => span.deed === undefined && kindOf(span.text, span.meaning) !== null;

/** "the boat leaves", but not "birds and leaves" */
function isSubjectBefore(spans: readonly Span[]): boolean {
  const last = spans.at(-1);
  return last !== undefined && (last.meaning?.subject !== undefined || last.meaning?.swarm === 'birds');
}

/** Applies a verb to its subjects. @returns false if it says nothing about the picture */
function acts(spans: Span[], at: number, deed: Deed, follows: boolean): boolean {
  const verb = spans[at] as Span;
  let said = false;
  for (const subject of [...subjectsBefore(spans, at), ...subjectsAfter(spans, at)]) {
    const outcome = outcomeOf(subject.text, subject.meaning, deed, follows);
    // the noun after a verb only counts if those before it don't: "it stops raining"
    if (!outcome || (said && spans.indexOf(subject) > at)) continue;
    said = true;
    if (outcome.words) subject.instead = [...outcome.words];
    if (outcome.before) {
      subject.instead = [
        ...outcome.before,
        ...(subject.instead ?? subject.words.map(({ text }) => text)),
        'but',
      ];
    }
    subject.arrives ||= outcome.arrives === true;
  }
  if (said) verb.instead = [];
  return said;
}

/** The noun after a verb that may come first: "cae la noche", "turn on the lights". */
function subjectsAfter(spans: readonly Span[], at: number): Span[] {
  const verb = spans[at] as Span;
  if (!verb.leads && verb.deed !== 'light') return [];
  const next = spans.find((span, i) => i > at && isSubject(span) && !isPlaced(spans, i));
  return next ? [next] : [];
}

/** The nouns before a verb, but not those in "in the windows". */
function subjectsBefore(spans: readonly Span[], at: number): Span[] {
  const found: Span[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const span = spans[i] as Span;
    if (!isSubject(span)) {
      if (found.length > 0 && !['and', 'or', 'nor', 'also'].includes(span.text) && !ARTICLES.has(span.text))
        break;
      continue;
    }
    if (isPlaced(spans, i)) continue;
    // "snow and rain fall", but not "grey clouds": only words joined by a conjunction share the verb.
    if (found.length > 0 && !spans.slice(i + 1, at).some(({ text }) => text === 'and' || text === 'or'))
      break;
    found.push(span);
  }
  return found;
}

/** True for a noun in a phrase such as "in the windows" or "over the dark sea". */
function isPlaced(spans: readonly Span[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    const { text, meaning } = spans[i] as Span;
    if (PLACE_PREPOSITIONS.has(text.split(' ').at(-1) ?? '')) return true;
    if (!ARTICLES.has(text) && !(meaning && kindOf(text, meaning) === null)) return false;
  }
  return false;
}

/** "the sea turns red", "day turns into night", "turn the boat into a whale" */
function becomes(spans: Span[], at: number, follows: boolean): boolean {
  const verb = spans[at] as Span;
  let [subject] = subjectsBefore(spans, at);
  let targetFrom = at + 1;
  if (!subject) {
    const into = spans.findIndex(({ text }, i) => i > at && ['into', 'to', 'in'].includes(text));
    const named = spans.findIndex((span, i) => i > at && isSubject(span));
    if (into >= 0 && named >= 0 && named < into) [subject, targetFrom] = [spans[named], into + 1];
  }
  let target = spans.slice(targetFrom).find(({ meaning }) => meaning !== undefined);
  if (!target && subject) {
    // Japanese names both before the verb: "船を鯨に変えて"
    target = subject;
    [subject] = subjectsBefore(spans, spans.indexOf(subject));
    if (!subject) return false;
  }
  if (!target) return false;
  const kind = kindOf(target.text, target.meaning);
  if (verb.words[0] !== spans[0]?.words[0] || subject) verb.instead = [];
  if (kind === null) {
    if (!subject) return true;
    const words = target.words.map(({ text }) => text);
    subject.instead = [...words, ...subject.words.map(({ text }) => text)];
    target.instead = [];
    return true;
  }
  target.arrives = true;
  if (subject && follows && kind !== 'time' && kind !== 'season') {
    const was = kindOf(subject.text, subject.meaning);
    const isReplaced =
      kind === 'thing' || kind === 'place'
        ? was === 'thing' || was === 'place'
        : was === 'weather' || was === 'clouds';
    if (isReplaced) subject.instead = ['without', ...subject.words.map(({ text }) => text), 'but'];
  } else if (
    subject &&
    subject !== target &&
    ['time', 'season', 'sun', 'dark'].includes(kindOf(subject.text, subject.meaning) ?? '')
  )
    subject.instead = [];
  return true;
}
