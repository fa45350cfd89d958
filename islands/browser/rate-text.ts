import { pictureRate } from '../../modules/kit/shared/picture-rate.ts';
import { formatNumber } from '../../modules/kit/texts/formats.ts';

/** Frames per second in the reader's language, with the digits of `pictureRate`, which worker threads use, too. */
export function rateText(rate: number): string {
  const digits = pictureRate(rate).split('.')[1]?.length ?? 0;
  return formatNumber(rate, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
