/** From here on people want to know how long it is already. */
const TOLD_AFTER_MS = 5_000;

/** What follows words that stand for a while: since when; nothing before that is of interest. */
export const sinceWords = (ms: number): string => (ms < TOLD_AFTER_MS ? '' : ` (${Math.round(ms / 1000)} s)`);

/** The words without it: those that only count on say nothing new. */
export const withoutSince = (text: string): string => text.replace(/ \(\d+ s\)$/, '');
