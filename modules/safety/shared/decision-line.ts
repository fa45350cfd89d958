/** Form of a decision in the security log, which names no dream by itself: `dream ID: what became of it`. */
export const decisionLine = (dreamId: string, what: string): string => `dream ${dreamId}: ${what}`;

/** The dream and the decision of such a line. */
export function readDecisionLine(line: string): { dream: string; what: string } | null {
  const [, dream, what] = line.match(/^dream ([\w-]+): (.*)$/s) ?? [];
  return dream && what ? { dream, what } : null;
}

/** Beginning of all lines about a dream. */
export const linesAbout = (dreamId: string): string => decisionLine(dreamId, '');
