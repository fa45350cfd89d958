/** From here on people want to know how long it is already. */
const SHOWN_AFTER_MS = 5_000;

/** Words that stand for a while, with how long already. */
export const withSince = (text: string, ms: number): string =>
  ms < SHOWN_AFTER_MS ? text : `${text.replace(/\.$/, '')} (${Math.round(ms / 1000)} s)`;

/** The words alone: those that only count on say nothing new. */
export const withoutSince = (text: string): string => text.replace(/\.$| \(\d+ s\)$/, '');
