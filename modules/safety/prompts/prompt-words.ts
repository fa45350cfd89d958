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

/** The words of one dream's prompts: each is read with what the last ones were about. @param adults sexual content is wanted here */
export function createPromptWords({ adults }: { adults: boolean }) {
  const kept: Context[] = [];
  /** by the text controls, whose words are drawn with every prompt until they change */
  const standing = new Map<string, Context>();
  let pictured = false;
  /** Clothes are kept out of all that is drawn. */
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
    /** Why a prompt isn't drawn, or null; it is then one that later ones may refer to. */
    judge(text: string): WordFault | null {
      const read = readPrompt(text);
      const fault = wordFault(read, { adults, pictured, context: context() });
      if (fault) return fault;
      const about = contextOf(read);
      // Without clothes nobody is drawn who must not be naked.
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

    /** A text control has these words from now on. @param excluded they are kept out of the picture */
    stands(control: string, text: string, excluded: boolean): void {
      if (excluded) unclothed = namesClothes(readPrompt(text));
      else standing.set(control, contextOf(readPrompt(text)));
    },

    /** True if nobody's picture may be drawn from any more. */
    pictureFault: (): boolean => context().nudity,
    pictured(): void {
      pictured = true;
    },
  };
}
