import { keyOf } from './fold.ts';
import { readRepeats } from './repeats.ts';
import { withoutSounds } from './sound-marks.ts';
import { isSpokenAnswer, isStockPhrase } from './stock-phrases.ts';

/** Faster than anyone speaks, for alphabets and for syllabic scripts. */
const MAX_LETTERS_A_SECOND = 40;
const MAX_SYLLABLES_A_SECOND = 16;
const SYLLABLES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Ends of sentences, but not full stops within URLs or numbers. */
const SENTENCE_END = /(?<=[.!?…।؟۔]["'”’»)]?)\s+|(?<=[。！？｡])\s*/u;

/**
 * Extracts the user's actual words from a speech model's output: without sound descriptions and without the text
 * such models invent when they hear nothing.
 * @param spokenSeconds measured seconds of voice, if known. Text that doesn't fit into them wasn't spoken; a single
 * “ok” or “music” was.
 * @returns an empty string if nothing was said
 */
export function readTranscript(written: string, spokenSeconds?: number): string {
  const { text: heard, refrain } = readRepeats(withoutSounds(written));
  if (spokenSeconds !== undefined && isSpokenAnswer(heard, spokenSeconds)) return heard.trim();
  if (refrain !== null && isStockPhrase(refrain)) return '';
  const sentences = heard.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '');
  while (sentences.length > 0 && isMadeUp(sentences.at(-1))) sentences.pop();
  while (sentences.length > 0 && isMadeUp(sentences[0])) sentences.shift();
  const text = sentences.join(' ').trim();
  return spokenSeconds !== undefined && isTooMuch(text, spokenSeconds) ? '' : text;
}

/** Invented lines often join two phrases with a comma: "Thanks for watching, see you next time". */
function isMadeUp(sentence = ''): boolean {
  return isStockPhrase(sentence) || sentence.split(/[,،、，;–—-]\s*/u).every(isStockPhrase);
}

function isTooMuch(text: string, seconds: number): boolean {
  const key = keyOf(text).normalize('NFC');
  const syllables = key.match(SYLLABLES)?.length ?? 0;
  const least = syllables / MAX_SYLLABLES_A_SECOND + (key.length - syllables) / MAX_LETTERS_A_SECOND;
  return least > seconds;
}
