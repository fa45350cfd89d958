/** Format of a decision in the security log, which has no field for a dream: `dream ID: what became of it`. */
export const decisionLine = (dreamId: string, what: string): string => `dream ${dreamId}: ${what}`;

/** Parses such a line. */
export function readDecisionLine(line: string): { dream: string; what: string } | null {
  const [, dream, what] = line.match(/^dream ([\w-]+): (.*)$/s) ?? [];
  return dream && what ? { dream, what } : null;
}

/** Prefix of every line about a dream. */
export const linesAbout = (dreamId: string): string => decisionLine(dreamId, '');
