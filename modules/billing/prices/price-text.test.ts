import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findNode } from '../../../tests/find-node.ts';
import { amountOf, priceText } from './price-text.ts';

/** Keyed by amount in Stripe's units; ISK and others contain a non-breaking space. */
const TEXTS: [number, string, string][] = [
  [500, 'usd', '$5'],
  [450, 'eur', '€4.50'],
  [3900, 'jpy', '¥3,900'],
  [70000, 'isk', 'ISK 700'],
  [1850000, 'ugx', 'UGX 18,500'],
  [9900, 'krw', '₩9,900'],
  [25000, 'clp', 'CLP 25,000'],
  [199000, 'huf', 'HUF 1,990'],
  [15000, 'twd', 'NT$150'],
  [7900000, 'idr', 'IDR 79,000'],
  [1990050, 'cop', 'COP 19,900.50'],
  [1500, 'kwd', 'KWD 1.500'],
  [2000, 'bhd', 'BHD 2'],
  [150, 'mga', 'MGA 150'],
  [45000, 'lak', 'LAK 450'],
  [45000, 'mmk', 'MMK 450'],
  [45050, 'all', 'ALL 450.50'],
];

test.each(TEXTS)('%i in %s is %s', (amount, currency, text) => {
  expect(priceText(amount, currency).replace('\u00a0', ' ')).toBe(text);
});

test('a runtime with other locale data formats the same', async (context) => {
  const node = await findNode();
  if ('reason' in node) return context.skip(node.reason);
  const script = `import { amountOf, priceText } from './modules/billing/prices/price-text.ts';
    console.log(JSON.stringify(${JSON.stringify(TEXTS)}.map(([amount, currency]) => priceText(amount, currency))));`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(node.path, args);
  expect(JSON.parse(stdout)).toEqual(TEXTS.map(([amount, currency]) => priceText(amount, currency)));
});

test.each([
  ['5', 'usd', 500],
  ['4.5', 'EUR', 450],
  ['700', 'JPY', 700],
  ['1.250', 'kwd', 1250],
  ['4.555', 'EUR', null],
  ['7.5', 'JPY', null],
  ['-1', 'usd', null],
  ['', 'usd', null],
  ['12,50', 'eur', null],
])('%s of %s is %s in Stripe’s units', (text, currency, amount) => {
  expect(amountOf(text, currency)).toBe(amount);
});
