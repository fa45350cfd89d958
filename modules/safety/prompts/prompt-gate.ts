import { type Flag, inWords, isMild, MINORS } from '../shared/categories.ts';

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
   * @returns at once where nothing has to be waited for; never rejects. Decisions come in the order of the calls
   */
  judge(given: string, text: string): PromptDecision | Promise<PromptDecision>;
}

/** Flagged prompts of one dream; with the last one it ends. */
const MAX_FLAGGED = 3;
const PASS: PromptDecision = { act: 'pass' };
/** By the rule that is always there. */
export const ALWAYS: Flag = { category: MINORS, score: 1, threshold: 0 };

interface GateParts {
  /** the rule that is always there */
  isRefusedAlways(given: string): boolean;
  /** what counts of a text; null where nothing does or nobody could say. Null without a classifier */
  classify: ((text: string) => Promise<Flag | null>) | null;
  decided(act: 'warned' | 'refused' | 'ended', flag: Flag): void;
}

/**
 * Warns, then refuses, then ends: of a dream's flagged prompts the first is drawn with a warning where it is mild, and
 * refused with one where it isn't; the second is refused; the third ends the dream. Sexual content with children is never drawn.
 */
export function createPromptGate({ isRefusedAlways, classify, decided }: GateParts): PromptGate {
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

  return {
    judge(given, text) {
      const always = isRefusedAlways(given) ? ALWAYS : null;
      if ((always || !classify) && !turn) return decide(always);
      const verdict = always || !classify ? Promise.resolve(always) : classify(text);
      const mine = Promise.all([verdict, turn]).then(([flag]) => {
        if (turn === mine) turn = null;
        return decide(flag);
      });
      turn = mine;
      return mine;
    },
  };
}
