import { type Flag, inWords, isMild, MINORS } from '../shared/categories.ts';
import type { PromptWords, WordFault } from './prompt-words.ts';

/** Fate of a prompt: it is drawn, drawn with a warning, not drawn, or it ends the dream. */
export type PromptDecision =
  | { act: 'pass' }
  | { act: 'warn'; text: string }
  | { act: 'refuse'; text: string }
  | { act: 'end' };

/** The prompts of one dream, judged in the order in which they are given. */
export interface PromptGate {
  /**
   * @param given as it was typed, @param text as it would be drawn
   * @returns at once where nothing has to be waited for; never rejects. Verdicts of a classifier come in the order of the calls
   */
  judge(given: string, text: string): PromptDecision | Promise<PromptDecision>;
  /** Judges words for what shall not be in the picture: names of what isn't drawn may stand there. */
  judgeExcluded(given: string): PromptDecision;
  /** A text control has these words from now on, for all prompts to come. @param excluded they are kept out of the picture */
  stands(control: string, text: string, excluded: boolean): void;
  /** Why no picture of a person's own can be drawn from, after what the dream was asked for; null where one can. */
  pictureFault(): string | null;
  /** A picture of a person's own is drawn from, from now on. */
  pictured(): void;
}

/** Flagged prompts of one dream; with the last one it ends. */
const MAX_FLAGGED = 3;
const PASS: PromptDecision = { act: 'pass' };

const WORD_REFUSALS: Record<WordFault, string> = {
  minors: 'This isn’t drawn as it is worded. Please put it in other words.',
  sexual:
    'This isn’t drawn as it is worded: sexual content is switched off here. Please put it in other words.',
  'real-person':
    'Nudity isn’t drawn with real people, in pictures that you bring or by name. Please put it in other words.',
};

interface GateParts {
  /** the rules that are always there */
  words: PromptWords;
  /** what counts of a text; null where nothing does or nobody could say. Null without a classifier */
  classify: ((text: string) => Promise<Flag | null>) | null;
  decided(act: 'warned' | 'refused' | 'ended', flag: Flag): void;
  /** Words alone refused a prompt, which proves nothing. */
  refusedForWords(fault: WordFault): void;
}

/**
 * Warns, then refuses, then ends: of a dream's flagged prompts the first is drawn with a warning where it is mild, and
 * refused with one where it isn't; the second is refused; the third ends the dream. A prompt whose words alone break a rule
 * is refused and doesn't count.
 */
export function createPromptGate({ words, classify, decided, refusedForWords }: GateParts): PromptGate {
  let flagged = 0;
  /** settles with the decision before; null where none is awaited */
  let turn: Promise<unknown> | null = null;

  function decide(flag: Flag | null): PromptDecision {
    if (!flag) return PASS;
    flagged += 1;
    if (flagged >= MAX_FLAGGED) {
      decided('ended', flag);
      return { act: 'end' };
    }
    const what = inWords(flag.category);
    if (flagged === 1 && isMild(flag)) {
      decided('warned', flag);
      return {
        act: 'warn',
        text: `Careful: this comes close to what isn’t drawn here (${what}). The next prompt like it is refused.`,
      };
    }
    decided('refused', flag);
    const next =
      flagged === 1 ? 'Please dream of something else.' : 'One more prompt like this ends your dream.';
    const never = flag.category === MINORS ? 'This is never drawn' : 'This isn’t drawn here';
    return { act: 'refuse', text: `${never}: ${what}. ${next}` };
  }

  function refuse(fault: WordFault): PromptDecision {
    refusedForWords(fault);
    return { act: 'refuse', text: WORD_REFUSALS[fault] };
  }

  return {
    judge(given, text) {
      const fault = words.judge(given);
      if (fault) return refuse(fault);
      if (!classify) return PASS;
      const mine = Promise.all([classify(text), turn]).then(([flag]) => {
        if (turn === mine) turn = null;
        return decide(flag);
      });
      turn = mine;
      return mine;
    },

    judgeExcluded(given) {
      const fault = words.judgeExcluded(given);
      return fault ? refuse(fault) : PASS;
    },

    pictureFault: () => (words.pictureFault() ? WORD_REFUSALS['real-person'] : null),
    pictured: words.pictured,
    stands: words.stands,
  };
}
