import { DICTIONARIES, type Dictionary, plain, SIGNS } from './languages/dictionary.ts';
import { findMeaning } from './lexicon/find-meaning.ts';
import { COUNTS, FILLER, NEGATIONS } from './lexicon/small-words.ts';

/** A prompt longer than this changes nothing more in the picture; the relay's own limit is lower. */
const MAX_WORDS = 96;
const MAX_CHARS = 2000;
const LONGEST_PHRASE = 4;

/** One English word, and how it stood in the prompt. */
export interface Word {
  text: string;
  said: string;
}

/** A prompt in English words, whatever it was written in. */
export function toWords(text: string): { words: Word[]; describesAfter: boolean } {
  const tokens = split(plain(text.slice(0, MAX_CHARS)).replace(/[’']s\b/g, ''));
  const language = chooseLanguage(tokens);
  const words = language ? translate(tokens, language) : tokens;
  const written = new Map(
    (text.slice(0, MAX_CHARS).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => [plain(word), word]),
  );
  for (const word of words) word.said = written.get(word.said) ?? word.said;
  return { words: words.slice(0, MAX_WORDS), describesAfter: language?.describesAfter ?? false };
}

/** Parts words from each other, and signs (kanji, emoji) from words; those become English at once. */
function split(text: string): Word[] {
  const words: Word[] = [];
  let unread = '';
  const flush = () => {
    const said = unread;
    unread = '';
    // hiragana between words only joins them
    if (said && !/^\p{Script=Hiragana}+$/u.test(said)) words.push({ text: said, said });
  };
  for (let rest = text; rest && words.length < MAX_WORDS; ) {
    const sign = isAscii(rest) ? undefined : SIGNS.find(([foreign]) => rest.startsWith(foreign));
    const word = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{N}]+/u.exec(
      rest,
    )?.[0];
    if (sign) {
      flush();
      words.push(...english(sign[1], sign[0]));
      rest = rest.slice(sign[0].length);
    } else if (word) {
      flush();
      words.push({ text: word, said: word });
      rest = rest.slice(word.length);
    } else {
      const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
      if (/[\p{L}\p{Extended_Pictographic}]/u.test(letter)) unread += letter;
      else flush();
      rest = rest.slice(letter.length);
    }
  }
  flush();
  return verbFirst(words);
}

function isAscii(text: string): boolean {
  return text.charCodeAt(0) < 128;
}

/** "船を消して" names the thing before what is to become of it. */
function verbFirst(words: Word[]): Word[] {
  const tail = words.slice(-2);
  const commands = tail.filter(({ text, said }) => said !== text && ['remove', 'make', 'it'].includes(text));
  return commands.length > 0 ? [...commands, ...words.filter((word) => !commands.includes(word))] : words;
}

function english(text: string, said: string): Word[] {
  return text ? text.split(' ').map((word) => ({ text: word, said })) : [];
}

/** The language that knows most of the words, English where they are even. */
function chooseLanguage(tokens: readonly Word[]): Dictionary | null {
  const count = (isKnown: (word: string) => boolean) => tokens.filter(({ text }) => isKnown(text)).length;
  let best = count(
    (word) => FILLER.has(word) || NEGATIONS.has(word) || word in COUNTS || !!findMeaning(word),
  );
  let chosen: Dictionary | null = null;
  for (const dictionary of DICTIONARIES) {
    const known = count((word) => lookUp(dictionary, word) !== undefined);
    if (known > best) [best, chosen] = [known, dictionary];
  }
  return chosen;
}

function translate(tokens: readonly Word[], dictionary: Dictionary): Word[] {
  const words: Word[] = [];
  for (let i = 0; i < tokens.length; ) {
    let length = Math.min(LONGEST_PHRASE, tokens.length - i);
    const phrase = () => tokens.slice(i, i + length).map(({ text }) => text);
    while (length > 1 && !dictionary.words.has(phrase().join(' '))) length--;
    const said = phrase().join(' ');
    words.push(...english(lookUp(dictionary, said) ?? said, said));
    i += length;
  }
  return words;
}

function lookUp({ words, stems, stem }: Dictionary, word: string): string | undefined {
  return words.get(word) ?? words.get(stem(word)) ?? stems.get(stem(word));
}
