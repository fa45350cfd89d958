import { keyOf } from './fold.ts';
import { refrainOf, withoutLoop } from './repeats.ts';
import { withoutSounds } from './sound-marks.ts';
import { isSpokenAnswer, isStockPhrase } from './stock-phrases.ts';

/** Letters that nobody says in a second, of scripts that spell sounds and of those that write syllables. */
const MAX_LETTERS_A_SECOND = 40;
const MAX_SYLLABLES_A_SECOND = 16;
const SYLLABLES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Ends of sentences: a full stop inside of an address or a number is none. */
const SENTENCE_END = /(?<=[.!?…।؟۔]["'”’»)]?)\s+|(?<=[。！？｡])\s*/u;

/**
 * The words that a person said, of what a speech model wrote: without descriptions of sounds, and without what such models
 * make up where they hear nothing.
 * @param spokenSeconds for which a voice was heard, where that was measured: words that don't fit into it were not said,
 *   and a single “ok” or “music” was
 * @returns an empty text where nothing was said
 */
export function readTranscript(written: string, spokenSeconds?: number): string {
  const heard = withoutLoop(withoutSounds(written));
  if (spokenSeconds !== undefined && isSpokenAnswer(heard, spokenSeconds)) return heard.trim();
  const refrain = refrainOf(heard);
  if (refrain !== null && isStockPhrase(refrain)) return '';
  const sentences = heard.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '');
  while (sentences.length > 0 && isMadeUp(sentences.at(-1))) sentences.pop();
  while (sentences.length > 0 && isMadeUp(sentences[0])) sentences.shift();
  const text = sentences.join(' ').trim();
  return spokenSeconds !== undefined && isTooMuch(text, spokenSeconds) ? '' : text;
}

/** Such lines are often two in one, joined by a comma: "Thanks for watching, see you next time". */
function isMadeUp(sentence = ''): boolean {
  return isStockPhrase(sentence) || sentence.split(/[,،、，;–—-]\s*/u).every(isStockPhrase);
}

function isTooMuch(text: string, seconds: number): boolean {
  const key = keyOf(text).normalize('NFC');
  const syllables = key.match(SYLLABLES)?.length ?? 0;
  const least = syllables / MAX_SYLLABLES_A_SECOND + (key.length - syllables) / MAX_LETTERS_A_SECOND;
  return least > seconds;
}
