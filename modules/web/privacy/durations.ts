/** Durations that people name differently. */
const AS_SAID = new Map([
  [90, '3 months'],
  [365, 'one year'],
]);

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

export const daysText = (days: number): string => AS_SAID.get(days) ?? plural(days, 'day');
export const monthsText = (months: number): string => plural(months, 'month');
export const yearsText = (years: number): string => plural(years, 'year');
