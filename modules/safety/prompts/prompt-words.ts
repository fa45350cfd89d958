import {
  type Context,
  contextOf,
  NO_CONTEXT,
  namesClothes,
  readPrompt,
  type WordFault,
  wordFault,
} from './word-rule.ts';

export type { WordFault };

/** Number of earlier prompts that a new one may refer to. */
const PROMPTS_KEPT = 5;

export type PromptWords = ReturnType<typeof createPromptWords>;

/**
 * Applies the word rules to a dream's prompts, each in the context of the previous ones.
 * @param adults whether sexual content is allowed here
 */
export function createPromptWords({ adults }: { adults: boolean }) {
  const kept: Context[] = [];
  /** by text control; their words apply to every prompt until they change */
  const standing = new Map<string, Context>();
  let pictured = false;
  /** true if clothes are excluded from the image */
  let unclothed = false;

  function context(): Context {
    const all = [...kept, ...standing.values()].reduce(
      (sum, one) => ({
        minor: sum.minor || one.minor,
        young: sum.young || one.young,
        bare: sum.bare || one.bare,
        real: sum.real || one.real,
        nudity: sum.nudity || one.nudity,
      }),
      NO_CONTEXT,
    );
    return { ...all, nudity: all.nudity || unclothed };
  }

  return {
    /** Returns why a prompt is refused, or null; an accepted prompt becomes context for later ones. */
    judge(text: string): WordFault | null {
      const read = readPrompt(text);
      const fault = wordFault(read, { adults, pictured, context: context() });
      if (fault) return fault;
      const about = contextOf(read);
      // With clothes excluded, refuse anyone who must not be shown naked.
      if (unclothed && (about.minor || about.young)) return 'minors';
      if (unclothed && about.real) return 'real-person';
      kept.push(about);
      if (kept.length > PROMPTS_KEPT) kept.shift();
      return null;
    },

    judgeExcluded(text: string): WordFault | null {
      const clothes = namesClothes(readPrompt(text));
      const { minor, young, real } = context();
      if (clothes && (minor || young)) return 'minors';
      if (clothes && (real || pictured)) return 'real-person';
      unclothed = clothes;
      return null;
    },

    /**
     * A text control's words apply from now on.
     * @param excluded true if they are kept out of the image
     */
    stands(control: string, text: string, excluded: boolean): void {
      if (excluded) unclothed = namesClothes(readPrompt(text));
      else standing.set(control, contextOf(readPrompt(text)));
    },

    /** True if uploaded images are no longer allowed. */
    pictureFault: (): boolean => context().nudity,
    pictured(): void {
      pictured = true;
    },
  };
}
