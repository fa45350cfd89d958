import { DECLINED, FLAGGED, type PromptVerdict } from '../contract/categories.ts';
import { categoryName, isHarmless } from '../contract/category-names.ts';

/** One category as reported by a server. */
export interface Said {
  name: string;
  score: number;
  /** true if the server flags it */
  flagged: boolean;
}

/**
 * Maps categories to the names used for thresholds, keeping the highest score of each. Drops categories that dreams may
 * be about.
 * @param flagged the server's overall flag, if any; counts on its own if no category explains it
 */
export function verdictOf(said: readonly Said[], flagged = false): PromptVerdict {
  const scores = new Map<string, number>();
  const counted = new Set<string>();
  for (const one of said) {
    if (isHarmless(one.name)) continue;
    const name = categoryName(one.name);
    scores.set(name, Math.max(scores.get(name) ?? 0, Math.min(1, one.score)));
    if (one.flagged) counted.add(name);
  }
  if (flagged && !said.some((one) => one.flagged)) {
    scores.set(FLAGGED, 1);
    counted.add(FLAGGED);
  }
  return { scores, flagged: counted };
}

/** The strictest of several verdicts on one prompt. */
export function worstOf(verdicts: readonly PromptVerdict[]): PromptVerdict {
  const scores = new Map<string, number>();
  for (const verdict of verdicts)
    for (const [name, score] of verdict.scores) scores.set(name, Math.max(scores.get(name) ?? 0, score));
  return { scores, flagged: new Set(verdicts.flatMap(({ flagged }) => [...flagged])) };
}

/** A model, or the filter in front of it, declined to read the prompt, perhaps with reasons. */
export const declinedVerdict = (reasons: readonly string[] = []): PromptVerdict => {
  const known = reasons.filter((name) => !isHarmless(name));
  const names = known.length > 0 ? known : [DECLINED];
  return verdictOf(names.map((name) => ({ name, score: 1, flagged: true })));
};
