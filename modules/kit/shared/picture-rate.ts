import { formatNumber } from '../texts/formats.ts';

/** Frames per second for people; keeps two digits even for models that take half a minute per frame. */
export function pictureRate(rate: number): string {
  if (rate >= 10) return formatNumber(rate, { maximumFractionDigits: 0 });
  if (rate >= 1) return formatNumber(rate, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return formatNumber(rate, { maximumSignificantDigits: 2 });
}
