import { replaceListedWords } from '../../../modules/dreams/contract/listed-words.ts';
import { readTranscript } from '../../../modules/voice/contract/read-transcript.ts';

const MIN_CHARACTERS = 2;
const RELEASE_INTERVAL_MS = 1000;
const NEARLY_THE_SAME = 0.85;
/** If the user keeps talking while nothing can be sent, older prompts are dropped. */
const MAX_WAITING = 8;

export interface Heard {
  text: string;
  /** a banned word was replaced */
  cleaned: boolean;
}

/** Decides which transcripts become prompts and releases them at most once a second. */
export class HeardQueue {
  #previous = '';
  #waiting: Heard[] = [];
  #releasedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #release: (heard: Heard) => void;
  readonly #now: () => number;

  constructor(release: (heard: Heard) => void, now: () => number) {
    this.#release = release;
    this.#now = now;
  }

  /**
   * @param seconds of voice in the sound
   * @returns true if the text was accepted
   */
  offer(transcription: string, seconds?: number): boolean {
    const spoken = readTranscript(transcription, seconds);
    const plain = normalize(spoken);
    if (spoken.length < MIN_CHARACTERS || plain === '') return false;
    if (plain === this.#previous) return false;
    if (this.#waiting.some(({ text }) => isNearDuplicate(normalize(text), plain))) return false;
    this.#previous = plain;
    const text = replaceListedWords(spoken);
    this.#waiting.push({ text, cleaned: text !== spoken });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#schedule();
    return true;
  }

  #schedule() {
    if (this.#timer !== null || this.#waiting.length === 0) return;
    const wait = Math.max(0, this.#releasedAt + RELEASE_INTERVAL_MS - this.#now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const next = this.#waiting.shift();
      if (!next) return;
      this.#releasedAt = this.#now();
      this.#release(next);
      this.#schedule();
    }, wait);
  }
}

/** Letters and digits only: lower case, no punctuation, single spaces. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Longer texts aren't compared letter by letter, which is quadratic. */
const COMPARED_MAX = 300;

/** True if the texts are the same apart from small differences in wording or recognition. */
export const soundsLike = (one: string, other: string) => isNearDuplicate(normalize(one), normalize(other));

/** The same, or so few edits apart that it was said or heard twice. */
export function isNearDuplicate(one: string, other: string): boolean {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  if (longest > COMPARED_MAX) return false;
  return 1 - distance(one, other) / longest >= NEARLY_THE_SAME;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
