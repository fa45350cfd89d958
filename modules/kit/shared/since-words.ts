/** After this time the elapsed time is shown. */
const SHOWN_AFTER_MS = 5_000;

/** Status text with the elapsed time. */
export const withSince = (text: string, ms: number): string =>
  ms < SHOWN_AFTER_MS ? text : `${text.replace(/\.$/, '')} (${Math.round(ms / 1000)} s)`;

/** The status without the elapsed time, to announce only real changes. */
export const withoutSince = (text: string): string => text.replace(/\.$| \(\d+ s\)$/, '');

/** The status without the elapsed time, but with its full stop. */
export const sinceless = (text: string): string => text.replace(/ \(\d+ s\)$/, '');
