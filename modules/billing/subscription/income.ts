import type { Clock } from '../../../src/kit/clock.ts';
import { priceText } from '../prices/price-text.ts';
import type { StripeClient } from '../stripe.ts';

/** Transactions that are looked through, and kept for a while: Stripe allows 100 calls a second. */
const MOST = 5_000;
const KEPT_MS = 10 * 60_000;

/** Those that are people's payments and what went back of them; fees and payouts are the operator's own. */
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
  /** in the smallest unit; below 0 for what went back */
  amount: number;
  currency: string;
}

/** Money that Stripe took in, since a moment. */
export interface Income {
  /** less what went back, a text for each currency */
  between(from: number, to: number): string[];
  /** there are more than were looked through: the older ones are missing */
  isCut: boolean;
}

/** Stripe's own account of what was paid. */
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
