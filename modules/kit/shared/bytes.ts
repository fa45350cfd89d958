import { formatNumber } from '../texts/formats.ts';

/** "34 MB", rounded up. */
export const megabytes = (bytes: number): string =>
  formatNumber(Math.ceil(bytes / 1e6), { style: 'unit', unit: 'megabyte' });
