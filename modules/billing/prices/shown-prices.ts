import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { within } from '../../kit/within.ts';
import { perTier } from '../../web/contract/tiers.ts';
import { PLANS, type ShownPrices } from '../contract/plans.ts';
import type { PlanPrice, Prices, StripeClient } from '../stripe.ts';
import { priceText } from './price-text.ts';

/** A page waits at most this long for Stripe; a later answer serves the next page. */
const WAIT_MS = 1_500;
/** After a failure, pages stop waiting for this long. */
const QUIET_MS = 60_000;

interface PriceDeps {
  /** null if nothing is sold */
  stripe: StripeClient | null;
  clock: Pick<Clock, 'monotonic'>;
  log: Log;
}

/** Monthly prices of the plans at Stripe, or the last known or default prices if it doesn't answer. */
export function createShownPrices({ stripe, clock, log }: PriceDeps): () => Promise<ShownPrices> {
  let known: Prices | null = null;
  let waitsFrom = 0;

  async function ask(client: StripeClient): Promise<void> {
    try {
      known = await client.prices();
    } catch (error) {
      waitsFrom = clock.monotonic() + QUIET_MS;
      log.warn('prices could not be read', { error });
    }
  }

  return async () => {
    if (stripe && clock.monotonic() >= waitsFrom) await within(ask(stripe), WAIT_MS);
    return perTier((tier) => (known && textOf(known[tier])) ?? PLANS[tier].price);
  };
}

/** Null if the price isn't a fixed monthly amount. */
const textOf = ({ amount, currency, monthly }: PlanPrice): string | null =>
  amount === null || !monthly ? null : priceText(amount, currency);
