import { m } from '../../kit/texts/m.ts';
import { type Flag, inWords, isMild } from '../contract/categories.ts';
import { MINORS } from '../contract/category-table.ts';
import type { PromptWords, WordFault } from './prompt-words.ts';

/** Outcome for a prompt: accepted, accepted with a warning, refused, or refused together with the dream's end. */
export type PromptDecision =
  | { act: 'pass' }
  | { act: 'warn'; text: string }
  | { act: 'refuse'; text: string }
  | { act: 'end' };

/** Judges the prompts of one dream, in the order in which they arrive. */
export interface PromptGate {
  /**
   * @param given as typed
   * @param text as the engine would get it
   * @returns immediately unless a classifier has to answer; never rejects. Classifier verdicts keep the order of the
   * calls
   */
  judge(given: string, text: string): PromptDecision | Promise<PromptDecision>;
  /**
   * As above for a text that the classifier has judged elsewhere: applies only the rules about words, and counts nothing.
   */
  judgeWords(given: string): PromptDecision | Promise<PromptDecision>;
  /** Judges the words of the control that keeps things out of the image, which may mention refused content. */
  judgeExcluded(given: string): PromptDecision;
  /**
   * A text control's words apply from now on, to all later prompts.
   * @param excluded true if they are kept out of the image
   */
  stands(control: string, text: string, excluded: boolean): void;
  /** Reason why this dream's prompts rule out an uploaded image, or null. */
  pictureFault(): string | null;
  /** An uploaded image is in use from now on. */
  pictured(): void;
}

/** The last of this many flagged prompts ends the dream. */
const MAX_FLAGGED = 3;
const PASS: PromptDecision = { act: 'pass' };

const WORD_REFUSALS: Record<WordFault, () => string> = {
  minors: m.safety_words_minors,
  sexual: m.safety_words_sexual,
  'real-person': m.safety_words_real_person,
};

/** After the first and the second flagged prompt. */
const REFUSALS = {
  minors: [m.safety_prompt_never, m.safety_prompt_never_last],
  other: [m.safety_prompt_refused, m.safety_prompt_refused_last],
} as const;

interface GateParts {
  /** the built-in rules */
  words: PromptWords;
  /** the flag of a text; null if there is none or the check failed. Null without a classifier */
  classify: ((text: string) => Promise<Flag | null>) | null;
  decided(act: 'warned' | 'refused' | 'ended', flag: Flag): void;
  /** Called when the word rules refuse a prompt, which proves nothing about its author. */
  refusedForWords(fault: WordFault): void;
}

/**
 * Warns, then refuses, then ends the dream: the first flagged prompt is accepted with a warning if it is mild,
 * otherwise refused; the second is refused; the third ends the dream. A prompt that only breaks a word rule is refused
 * and doesn't count.
 */
export function createPromptGate({ words, classify, decided, refusedForWords }: GateParts): PromptGate {
  let flagged = 0;
  /** settles with the previous decision; null if none is pending */
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
        text: m.safety_prompt_warning({ what }),
      };
    }
    decided('refused', flag);
    const [first, second] = REFUSALS[flag.category === MINORS ? 'minors' : 'other'];
    return { act: 'refuse', text: (flagged === 1 ? first : second)({ what }) };
  }

  function refuse(fault: WordFault): PromptDecision {
    refusedForWords(fault);
    return { act: 'refuse', text: WORD_REFUSALS[fault]() };
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

    judgeWords(given) {
      const fault = words.judge(given);
      if (fault) return refuse(fault);
      return turn ? turn.then(() => PASS) : PASS;
    },

    judgeExcluded(given) {
      const fault = words.judgeExcluded(given);
      return fault ? refuse(fault) : PASS;
    },

    pictureFault: () => (words.pictureFault() ? WORD_REFUSALS['real-person']() : null),
    pictured: words.pictured,
    stands: words.stands,
  };
}
