import {
  type EnglishProfaneWord,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
} from 'obscenity';
import { HARMLESS } from './harmless-words.ts';

/** Words on the English list that are ordinary words or names in other languages. */
const DROPPED = new Set<EnglishProfaneWord>(['negro']);
const DROPPED_FORMS = /^(?:fu|bich|tit)$/iu;

/** Affixes with which a banned word stays banned; with anything else it is part of another word, as in Fukushima. */
const BEFORE = new Set(
  ',mother,bull,horse,dumb,jack,bad,smart,fat,dip,cluster,butt,chicken,ape,dog,bat,un,cock,arse,ass'.split(
    ',',
  ),
);
const AFTER = new Set(
  ",s,es,ed,d,er,ers,r,rs,ing,in,in',in’,ings,y,ies,ier,iest,ty,tier,tiest,ter,ters,ting,ted,'s,’s,s',hole,holes,head,heads,face,faces,sucker,suckers,sucking,bag,bags,stick,wad,tard,tards,load,loads,storm,show,got,gots,gotry,o,os,ography,ographic,star,stars,ate,ated,ates,ating,ation,ity,l,ly,ness,ish".split(
    ',',
  ),
);
/** Longer than the longest affix. */
const AFFIX_MAX = 12;

const WORD_PART = /[\p{L}\p{N}\p{M}'’*$@]/u;
const WORDS = /[\p{L}\p{N}\p{M}'’*$@]+/gu;

let list: ReturnType<typeof englishDataset.build> | undefined;
let matcher: RegExpMatcher | undefined;

/** Builds some hundred patterns on first use, so that pages and the server start quickly. */
function getMatcher(): RegExpMatcher {
  if (matcher) return matcher;
  list = englishDataset.build();
  matcher = new RegExpMatcher({
    ...list,
    whitelistedTerms: [...(list.whitelistedTerms ?? []), ...HARMLESS.flatMap(spellings)],
    ...englishRecommendedTransformers,
  });
  return matcher;
}

/** The phrase with spaces or hyphens, in singular and plural. */
const spellings = (words: string): string[] =>
  [words, words.replaceAll(' ', '-')].flatMap((form) => [form, `${form}s`]);

export interface Span {
  start: number;
  end: number;
}

/** Replaces every listed word with "flower" in text that nobody would disguise, such as a transcript. */
export const replaceListedWords = (text: string): string => withFlowers(text, listedWords(text));

/** @param spans sorted by position; may overlap */
export function withFlowers(text: string, spans: readonly Span[]): string {
  let clean = '';
  let from = 0;
  for (const { start, end } of spans) {
    if (start >= from) clean += `${text.slice(from, start)}flower`;
    from = Math.max(from, end);
  }
  return clean + text.slice(from);
}

/** Finds listed words. Matches words as a whole: never a part of one, and never only half of one. */
export function listedWords(text: string): Span[] {
  const found = listedLetters(text);
  const spans: Span[] = [];
  if (found.length === 0) return spans;
  let from = 0;
  let next = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const to = index + word.length;
    const within: Span[] = [];
    for (; next < found.length && (found[next]?.start ?? 0) < to; next++) within.push(found[next] as Span);
    let end = within.at(-1)?.end ?? 0;
    // A phrase that began in an earlier word already covers this one.
    if (index < from || !isWhole(text, within, index, Math.max(to, end))) continue;
    while (end > to && WORD_PART.test(text[end] ?? '')) end++;
    from = Math.max(to, end);
    spans.push({ start: index, end: from });
  }
  return spans;
}

/** Letters that match the list, even inside words, in order of position. */
export function listedLetters(text: string): Span[] {
  return getMatcher()
    .getAllMatches(text, true)
    .flatMap(({ termId, startIndex, endIndex }): Span[] => {
      const word = englishDataset.getPayloadWithPhraseMetadata({
        termId,
        startIndex,
        endIndex,
        matchLength: 0,
      }).phraseMetadata?.originalWord;
      const span = text.slice(startIndex, endIndex + 1);
      if (!word || DROPPED.has(word) || DROPPED_FORMS.test(span)) return [];
      // Some patterns include a character before the word.
      return isLetterOf(word, span) ? [{ start: startIndex, end: endIndex + 1 }] : [];
    });
}

const isLetterOf = (word: string, span: string) =>
  !/^[a-z]/i.test(span) || span[0]?.toLowerCase() === word[0];

/** True if the word consists of banned words and their affixes only. */
function isWhole(text: string, spans: readonly Span[], from: number, to: number): boolean {
  let at = from;
  for (const { start, end } of spans) {
    const before = text.slice(at, start);
    if (start - at > AFFIX_MAX || (start > at && !(at === from ? BEFORE : AFTER).has(before.toLowerCase())))
      return false;
    at = Math.max(at, end);
  }
  const last = text[at - 1]?.toLowerCase();
  while (at < to && text[at]?.toLowerCase() === last) at++;
  return spans.length > 0 && to - at <= AFFIX_MAX && AFTER.has(text.slice(at, to).toLowerCase());
}
