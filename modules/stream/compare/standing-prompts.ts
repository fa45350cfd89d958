import type { Dream } from '../../dreams/dreams.ts';
import { STILL_POSITIONS } from '../../recordings/contract/still-positions.ts';

interface GivenPrompt {
  text: string;
  shownAt: number | null;
}

/**
 * The prompts that a dream's still shows, in order; null if it may show more than the first of them, or none.
 * Nothing is drawn before the first prompt, so the first one counts from the start.
 */
export function standingPrompts(
  { startedAt, durationMs }: Pick<Dream, 'startedAt' | 'durationMs'>,
  prompts: readonly GivenPrompt[],
): string[] | null {
  if (startedAt === null || durationMs === null) return null;
  const [from, to] = [Math.min(...STILL_POSITIONS) * durationMs, Math.max(...STILL_POSITIONS) * durationMs];
  const standing: string[] = [];
  for (const { text, shownAt } of prompts) {
    if (shownAt === null || shownAt - startedAt > to) continue;
    if (standing.length > 0 && shownAt - startedAt > from) return null;
    standing.push(text);
  }
  return standing.length > 0 ? standing : null;
}
