import { formatter } from './formatters.ts';

/** A date, a time or both; default time zone: that of the process or the browser. In a file of its own: every page loads it. */
export const formatDate = (at: Date | number, options: Intl.DateTimeFormatOptions): string =>
  formatter(Intl.DateTimeFormat, options).format(at);
