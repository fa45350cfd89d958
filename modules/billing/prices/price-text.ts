import { formatNumber } from '../../kit/texts/formats.ts';

/**
 * Decimals of Stripe's amounts where they aren't two (https://docs.stripe.com/currencies). Neither ISO 4217 nor a
 * runtime's locale data agrees: ISK and UGX have no minor unit but are charged with two decimals, and IDR, COP and
 * others are displayed without the two that they have.
 */
const DIGITS = new Map<string, number>([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'JPY',
    'KMF',
    'KRW',
    'MGA',
    'PYG',
    'RWF',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code): [string, number] => [code, 0]),
  ...['BHD', 'JOD', 'KWD', 'OMR', 'TND'].map((code): [string, number] => [code, 3]),
]);

const digitsOf = (currency: string): number => DIGITS.get(currency.toUpperCase()) ?? 2;

/**
 * Parses `4.50` in EUR as 450.
 * @returns null if the text isn't an amount in that currency
 */
export function amountOf(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const [, whole, part = ''] = text.trim().match(/^(\d{1,6})(?:\.(\d{1,3}))?$/) ?? [];
  if (whole === undefined || part.length > digits) return null;
  return Number(`${whole}${part.padEnd(digits, '0')}`);
}

/**
 * Formats as `$5`, `€4.50`, `ISK 700`.
 * @param amount in Stripe's units of the currency
 */
export function priceText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return formatNumber(amount / 10 ** digits, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  });
}

/**
 * Formats as `5.00`, for machine-readable files.
 * @param amount in Stripe's units of the currency
 */
export function exactAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
