import MiniSearch from 'minisearch';
import { formatList } from '../kit/texts/formats.ts';
import { currentLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import type { HelpSection } from './help-document.ts';
import { stopWordsOf } from './stop-words.ts';

/** A second section is shown only if it scores at least this share of the best one. */
const AS_NEAR = 0.6;
const MAX_SECTIONS = 2;

/** Splits a text into words, also in languages without spaces. */
function wordsOf(text: string): string[] {
  // The narrow space of French punctuation would join the word before it.
  const spaced = text.replaceAll('\u202f', ' ');
  const segments = new Intl.Segmenter(currentLocale(), { granularity: 'word' }).segment(spaced);
  // One or two hiragana are particles.
  return Array.from(segments, ({ segment, isWordLike }) => (isWordLike ? segment : '')).filter(
    (word) => word !== '' && !/^\p{Script=Hiragana}{1,2}$/u.test(word),
  );
}

/** Lower case, and without the accents and vowel signs that people leave out. */
const folded = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/([\p{Script=Arabic}\p{Script=Latin}])\p{M}+/gu, '$1')
    .normalize('NFC')
    // The verb and its noun spell it differently.
    .replace(/ء$/u, 'ا');

/** Article, joined particles, and the prefixes of verbs and of the nouns made from them. */
const ARABIC_PREFIX = /^[وفبكل]?(?:ال|لل)?(?:[اينم]?ت|[اينم])?(?=\p{Script=Arabic}{3})/u;
const ARABIC_SUFFIX = /(?<=\p{Script=Arabic}{3})(?:ات|ان|ون|ين|ها|هم|نا|تم|ت?[يك]|ه|ة){1,3}$/u;
/** Long vowel of a noun, which its verb lacks. */
const ARABIC_VOWEL = /(?<=\p{Script=Arabic}{2})[اوي](?=\p{Script=Arabic}$)/u;

/** A word without its endings, so that its forms match each other. */
const stemOf = (word: string): string =>
  word
    .replace(/(?<=\w{3})(?:ing|ed|es|e|s)$/, '')
    .replace(ARABIC_SUFFIX, '')
    .replace(ARABIC_PREFIX, '')
    .replace(ARABIC_VOWEL, '');

/** Answers a question with the closest sections of the document, and says so. */
export function createHelpSearch(sections: readonly HelpSection[], contact: string) {
  const stopWords = stopWordsOf(currentLocale());
  const index = new MiniSearch<HelpSection>({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    processTerm: (term) => {
      const word = folded(term);
      return stopWords.has(word) ? null : stemOf(word);
    },
    searchOptions: {
      boost: { title: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  index.addAll(sections);

  return function answer(question: string): string {
    const hits = index.search(question);
    const best = hits[0]?.score ?? 0;
    const near = hits.filter(({ score }) => score >= best * AS_NEAR).slice(0, MAX_SECTIONS);
    const found = near.flatMap(({ id }) => sections.find((section) => section.id === id) ?? []);
    if (found.length === 0) {
      const topics = formatList(
        // A question's own mark would stand before the comma.
        sections.map(({ title }) => title.replace(/^¿|\s*[?？؟]$/g, '')),
        'unit',
      );
      return [m.help_from_pages(), m.help_nothing_found({ topics, contact })].join('\n\n');
    }
    return [m.help_from_pages(), ...found.map(({ title, text }) => `${title}\n${text}`)].join('\n\n');
  };
}
