import { formatUnit } from '../../kit/texts/formats.ts';

/** "30 days"; 90 and 365 as "3 months" and "1 year". */
export const daysText = (days: number): string =>
  days === 90 ? formatUnit(3, 'month') : days === 365 ? formatUnit(1, 'year') : formatUnit(days, 'day');
