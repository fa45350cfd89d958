import type { Clock } from '../../kit/clock.ts';
import { priceText } from '../prices/price-text.ts';
import type { StripeClient } from '../stripe.ts';

/** Maximum number of transactions read, which are then cached: Stripe allows 100 calls a second. */
const MOST = 5_000;
const KEPT_MS = 10 * 60_000;

/** Payments and their refunds; fees and payouts are the operator's own. */
const TYPES = new Set([
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'payment_failure_refund',
  'adjustment',
]);

interface Transaction {
  /** ms since the epoch */
  at: number;
  /** in the smallest unit; negative for refunds */
  amount: number;
  currency: string;
}

export interface Income {
  /** net of refunds; one formatted amount per currency */
  between(from: number, to: number): string[];
  /** the read stopped at the maximum, so older transactions are missing */
  isCut: boolean;
}

/** Revenue from Stripe's balance transactions. */
export function createIncome(
  { api }: StripeClient,
  clock: Pick<Clock, 'monotonic'>,
): (since: number) => Promise<Income> {
  let known: { since: number; at: number; found: Transaction[] } | null = null;

  async function read(since: number): Promise<Transaction[]> {
    if (known && known.since <= since && clock.monotonic() - known.at < KEPT_MS) return known.found;
    const listed = api.balanceTransactions.list({ created: { gte: Math.floor(since / 1000) }, limit: 100 });
    const found: Transaction[] = [];
    await listed.autoPagingEach(({ type, created, amount, currency }) => {
      if (TYPES.has(type)) found.push({ at: created * 1000, amount, currency });
      return found.length < MOST;
    });
    known = { since, at: clock.monotonic(), found };
    return found;
  }

  return async (since) => {
    const found = await read(since);
    return {
      between(from, to) {
        const sums = new Map<string, number>();
        for (const { at, amount, currency } of found)
          if (at >= from && at < to) sums.set(currency, (sums.get(currency) ?? 0) + amount);
        return [...sums].map(([currency, amount]) => priceText(amount, currency));
      },
      isCut: found.length >= MOST,
    };
  };
}
