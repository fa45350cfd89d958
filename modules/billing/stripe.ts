import type Stripe from 'stripe';
import type { Clock } from '../kit/clock.ts';
import { TIERS, type Tier } from '../web/contract/tiers.ts';
import type { StripeSettings } from './contract/settings.ts';
import { isMissing, notConfigured } from './errors.ts';

/** Short, since people wait for the answer. */
const TIMEOUT_MS = 5_000;
const PRICES_KEPT_MS = 10 * 60_000;

export interface PlanPrice {
  id: string;
  product: string;
  /** in the currency's smallest unit; null if not a single amount */
  amount: number | null;
  /** such as `usd` */
  currency: string;
  monthly: boolean;
}
export type Prices = Record<Tier, PlanPrice>;

/** Stripe's own client, with the prices of the plans. */
export interface StripeClient {
  api: Stripe;
  /** parameters for portal sessions */
  portal: { configuration?: string };
  /** @throws Stripe's errors, AppError 503 if a price doesn't exist */
  prices(): Promise<Prices>;
}

/** Loads Stripe's package on demand: it is large, and only sellers need it. */
export async function openStripe({
  secretKey,
  apiBase,
}: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Promise<Stripe> {
  const { default: Stripe } = await import('stripe');
  const base = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

export async function createStripeClient(
  settings: StripeSettings,
  clock: Pick<Clock, 'monotonic'>,
): Promise<StripeClient> {
  const api = await openStripe(settings);
  let known: { prices: Prices; at: number } | null = null;
  return {
    api,
    portal: settings.portal ? { configuration: settings.portal } : {},
    async prices() {
      if (known && clock.monotonic() - known.at < PRICES_KEPT_MS) return known.prices;
      const found = await Promise.all(
        TIERS.map(async (tier) => [tier, await findPrice(api, settings.prices[tier])] as const),
      );
      known = { prices: Object.fromEntries(found) as Prices, at: clock.monotonic() };
      return known.prices;
    },
  };
}

async function findPrice(api: Stripe, name: string): Promise<PlanPrice> {
  const price = name.startsWith('price_')
    ? await api.prices.retrieve(name).catch(nothingIfMissing)
    : (await api.prices.list({ lookup_keys: [name], active: true, limit: 1 })).data[0];
  if (!price) throw notConfigured();
  return {
    id: price.id,
    product: idOf(price.product),
    amount: price.unit_amount,
    currency: price.currency,
    monthly: price.recurring?.interval === 'month' && price.recurring.interval_count === 1,
  };
}

function nothingIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** The id of an object that Stripe returns as an id or expanded. */
export const idOf = (named: string | { id: string }): string =>
  typeof named === 'string' ? named : named.id;

/**
 * The plan of a price: the configured price, or another price of the same product, for example after a price change.
 */
export function tierOf(prices: Prices, price: { id: string; product: string | { id: string } }): Tier | null {
  const own = TIERS.findLast((tier) => prices[tier].id === price.id);
  if (own) return own;
  const [tier, ...others] = TIERS.filter((one) => prices[one].product === idOf(price.product));
  // A product with prices of several plans identifies none of them.
  return others.length === 0 ? (tier ?? null) : null;
}
