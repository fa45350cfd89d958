import {
  DICTIONARIES,
  type Dictionary,
  NOT_THERE,
  plain,
  SIGNS,
  type Sign,
} from '../languages/dictionary.ts';
import { type UnreadScript, unreadScripts } from '../languages/scripts.ts';
import type { Word } from '../languages/word.ts';
import { findMeaning, isWritten } from '../lexicon/find-meaning.ts';
import { COUNTS, FILLER, NEGATIONS } from '../lexicon/small-words.ts';
import { findVerb } from '../lexicon/verbs.ts';

/** Words beyond these limits are ignored; the relay's own limit is lower. */
const MAX_WORDS = 96;
const MAX_CHARS = 2000;
/** Caps the search for compounds and typos, which takes quadratic time. No known word is longer. */
const LONGEST_WORD = 64;
const LONGEST_PHRASE = 4;

interface Words {
  words: Word[];
  describesAfter: boolean;
  /** true for Japanese: "船を赤くして" names the thing, then its colour or number */
  verbLast: boolean;
  scripts: UnreadScript[];
}

/** Translates a prompt into English words from any supported language. */
export function toWords(prompt: string): Words {
  const text = prompt.slice(0, MAX_CHARS);
  const scripts = unreadScripts(text);
  const tokens = splitWords(plain(text).replace(/[’']s\b/g, ''));
  const language = chooseLanguage(tokens);
  const words = language ? translate(tokens, language) : tokens;
  const written = new Map((text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => [plain(word), word]));
  for (const word of words) word.original = written.get(word.original) ?? word.original;
  return {
    words: words.slice(0, MAX_WORDS),
    describesAfter: language?.describesAfter ?? false,
    verbLast: KANA.test(text),
    scripts,
  };
}

const LATIN_WORD = /^[\p{Script=Latin}\p{N}]+/u;
const STOP = /[,.;:!?、。！？，…–—]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Signs by their first character. */
type Starts = ReadonlyMap<string, readonly Sign[]>;

const byStart = (signs: readonly Sign[]): Starts =>
  Map.groupBy(signs, ([sign]) => String.fromCodePoint(sign.codePointAt(0) ?? 0));
const starts = { japanese: byStart(SIGNS.japanese), chinese: byStart(SIGNS.chinese) };

/** Splits a text with the signs of Japanese or Chinese: without kana, those that read more of its characters. */
function splitWords(text: string): Word[] {
  const inJapanese = split(text, starts.japanese);
  const unread = KANA.test(text) ? 0 : unreadIn(inJapanese);
  if (unread === 0) return inJapanese;
  const inChinese = split(text, starts.chinese);
  return unreadIn(inChinese) < unread ? inChinese : inJapanese;
}

/** Counts the characters that no sign covers; words that were read are in English. */
const unreadIn = (words: readonly Word[]) =>
  words.reduce((sum, word) => sum + (word.text.match(HAN)?.length ?? 0), 0);

/** Splits a text into words and signs (kanji, emoji); signs are translated right away. */
function split(text: string, signs: Starts): Word[] {
  const words: Word[] = [];
  const isWhole = kanaBorders(text);
  let unread = '';
  const flush = () => {
    const original = unread;
    unread = '';
    // hiragana between words are particles
    if (original && !/^\p{Script=Hiragana}+$/u.test(original))
      words.push({ text: original.slice(0, LONGEST_WORD), original });
  };
  for (let at = 0; at < text.length && words.length < MAX_WORDS; ) {
    const sign = text.charCodeAt(at) < 128 ? undefined : signAt(text, at, signs, isWhole);
    const word = LATIN_WORD.exec(text.slice(at, at + MAX_CHARS))?.[0];
    if (sign) {
      flush();
      words.push(...english(sign[1], sign[0]));
      at += sign[0].length;
    } else if (word) {
      flush();
      words.push({ text: word.slice(0, LONGEST_WORD), original: word });
      at += word.length;
    } else {
      const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (UNSPACED.test(letter) || /\p{Extended_Pictographic}/u.test(letter)) unread += letter;
      else flush();
      const last = words.at(-1);
      if (last && STOP.test(letter)) last.stop = true;
      at += letter.length;
    }
  }
  flush();
  return verbFirst(exclusionFirst(words));
}

function signAt(
  text: string,
  at: number,
  signs: Starts,
  isWhole: (from: number, to: number) => boolean,
): Sign | undefined {
  const start = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return signs.get(start)?.find(([sign]) => text.startsWith(sign, at) && isWhole(at, at + sign.length));
}

const japanese = new Intl.Segmenter('ja', { granularity: 'word' });

/** Kana only count as a word between word boundaries: "バラ" (rose) doesn't match within "バランス" (balance). */
function kanaBorders(text: string): (from: number, to: number) => boolean {
  let borders: Set<number> | null = null;
  return (from, to) => {
    const sign = text.slice(from, to);
    if (/^[\p{Script=Katakana}ー]+$/u.test(sign)) {
      return !/[\p{Script=Katakana}ー]/u.test((text[from - 1] ?? '') + (text[to] ?? ''));
    }
    if (sign.length < 2 || !/^[\p{Script=Hiragana}ー]+$/u.test(sign)) return true;
    borders ??= new Set([...japanese.segment(text)].map(({ index }) => index).concat(text.length));
    return borders.has(from);
  };
}

/** "船を消して" puts the verb last; move it to the front. */
function verbFirst(words: Word[]): Word[] {
  const tail = words.slice(-2);
  const commands = tail.filter(
    ({ text, original }) => original !== text && ['remove', 'make', 'it'].includes(text),
  );
  return commands.length > 0 ? [...commands, ...words.filter((word) => !commands.includes(word))] : words;
}

/** "波のない海" and "月も星もない夜" negate the words before; put "without" in front of them. */
function exclusionFirst(words: Word[]): Word[] {
  for (let at = words.findIndex(({ text }) => text === NOT_THERE); at >= 0; ) {
    const [exclusion] = words.splice(at, 1);
    let from = startOf(words, at - (words[at - 1]?.text === 'also' ? 2 : 1));
    while (words[from - 1]?.text === 'also' && from > 1) {
      words[from - 1] = { text: 'or', original: words[from - 1]?.original ?? '' };
      from = startOf(words, from - 2);
    }
    words.splice(from, 0, { text: 'without', original: exclusion?.original ?? '' });
    at = words.findIndex(({ text }) => text === NOT_THERE);
  }
  return words;
}

/** Index of the first English word that stands for the same sign. */
function startOf(words: readonly Word[], at: number): number {
  let from = Math.max(0, at);
  while (from > 0 && words[from - 1]?.original === words[from]?.original) from--;
  return from;
}

function english(text: string, original: string): Word[] {
  return text ? text.split(' ').map((word) => ({ text: word, original })) : [];
}

/** Picks the language that knows most of the words, then most of them without inflection. Ties go to English. */
function chooseLanguage(tokens: readonly Word[]): Dictionary | null {
  const words = tokens.map(({ text }) => text);
  const isSmall = (word: string) =>
    FILLER.has(word) || NEGATIONS.has(word) || COUNTS.has(word) || findVerb(word) !== undefined;
  let best = {
    known: words.filter((word) => isSmall(word) || findMeaning(word)).length,
    exact: words.filter((word) => isSmall(word) || isWritten(word)).length,
    visual: 0,
  };
  let chosen: Dictionary | null = null;
  for (const dictionary of DICTIONARIES) {
    const phrases = inPhrases(tokens, dictionary).map(({ text }) => text);
    const found = {
      known: wordCount(phrases.filter((phrase) => dictionary.lookUp(phrase) !== undefined)),
      exact: wordCount(phrases.filter((phrase) => dictionary.words.has(phrase))),
      visual: wordCount(phrases.filter((phrase) => dictionary.lookUp(phrase))),
    };
    const better =
      found.known - best.known ||
      found.exact - best.exact ||
      (chosen?.yields ? found.visual - best.visual : 0);
    if (better > 0) [best, chosen] = [found, dictionary];
  }
  return chosen;
}

const wordCount = (phrases: readonly string[]) => phrases.join(' ').split(' ').filter(Boolean).length;

function translate(tokens: readonly Word[], dictionary: Dictionary): Word[] {
  return inPhrases(tokens, dictionary).flatMap(({ text, stop }) => {
    const words = english(dictionary.lookUp(text) ?? text, text);
    const last = words.at(-1);
    if (last && stop) last.stop = true;
    return words;
  });
}

/** Groups words that the language knows as one phrase. */
function inPhrases(tokens: readonly Word[], { lookUp, joinVerbs }: Dictionary): Word[] {
  const phrases: Word[] = [];
  const joined = joinVerbs ? joinVerbs(tokens) : tokens;
  for (let i = 0; i < joined.length; ) {
    let length = Math.min(LONGEST_PHRASE, joined.length - i);
    const parts = () => joined.slice(i, i + length);
    const phrase = () =>
      parts()
        .map(({ text }) => text)
        .join(' ');
    const isBroken = () => parts().some(({ stop }, at) => stop && at < length - 1);
    while (length > 1 && (isBroken() || lookUp(phrase()) === undefined)) length--;
    const text = phrase();
    phrases.push({ text, original: text, ...(parts().at(-1)?.stop && { stop: true }) });
    i += length;
  }
  return phrases;
}
