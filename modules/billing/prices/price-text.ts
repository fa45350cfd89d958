/**
 * Digits behind the point in Stripe's amounts, where they are not two (https://docs.stripe.com/currencies). Neither ISO
 * 4217 nor a runtime's locale data says the same: ISK and UGX have no smaller unit and are charged with two digits all
 * the same, and IDR, COP and others are shown without the two that they have.
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

/** `$5`, `€4.50`, `ISK 700`. @param amount in Stripe's units of the currency */
export function priceText(amount: number, currency: string): string {
  const digits = DIGITS.get(currency.toUpperCase()) ?? 2;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(amount / 10 ** digits);
}
