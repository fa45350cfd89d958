import type Stripe from 'stripe';
import { badRequest } from '../../kit/errors.ts';
import { isLoopback } from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { perTier, TIERS, type Tier } from '../../web/contract/tiers.ts';
import { PLANS } from '../contract/plans.ts';
import { type BillingConfig, priceSetting } from '../contract/settings.ts';
import { WEBHOOK } from '../diagnose-billing.ts';
import { amountOf, priceText } from '../prices/price-text.ts';
import { idOf, openStripe } from '../stripe.ts';
import { EVENT_TYPES } from '../subscription/receive-event.ts';

/** Monthly prices as the operator typed them. */
export interface WantedPrices extends Record<Tier, string> {
  /** three letters */
  currency: string;
}

/** Something that selling plans requires at Stripe. */
export interface StripePiece {
  /** description for the set-up page */
  text: string;
  state: 'there' | 'to make' | 'not possible';
}

/** Marks the objects that we created, to find them again. */
const OWN = 'reverie';
const lookupKey = (tier: Tier) => `${OWN}_${tier}`;
/** Stripe's maximum page size: in accounts with more objects, the operator sets ids by hand. */
const PAGE = { limit: 100 };

type Site = BillingConfig & SiteConfig;

interface Found {
  api: Stripe;
  wanted: Record<Tier, { amount: number; price: Stripe.Price | null; product: string | null; fits: boolean }>;
  currency: string;
  portal: Stripe.BillingPortal.Configuration | null;
  address: string;
  webhook: Stripe.WebhookEndpoint | null;
  /** its events arrive and its secret is known */
  isHeard: boolean;
  /** it was created before we subscribed to all of these events */
  lacksEvents: boolean;
  /** Stripe can reach this server */
  isReachable: boolean;
}

/**
 * Everything that selling plans requires at Stripe, and which parts exist. Read-only.
 * @throws AppError 400 for a missing key or invalid prices; Stripe's errors
 */
export async function missingAtStripe(config: Site, prices: WantedPrices): Promise<StripePiece[]> {
  const found = await look(config, prices);
  const { wanted, currency, portal, address, isHeard, lacksEvents, webhook, isReachable } = found;
  const pieces = TIERS.map((tier): StripePiece => {
    const { amount, price, fits } = wanted[tier];
    const plan = { app: config.APP_NAME, plan: PLANS[tier].name, price: priceText(amount, currency) };
    if (fits || !price) return { text: m.billing_set_up_plan(plan), state: fits ? 'there' : 'to make' };
    const before = priceText(price.unit_amount ?? 0, price.currency);
    return { text: m.billing_set_up_new_price({ ...plan, before }), state: 'to make' };
  });
  return [
    ...pieces,
    {
      text: m.billing_set_up_portal(),
      state: portal ? 'there' : 'to make',
    },
    isReachable
      ? {
          text:
            webhook && !isHeard
              ? m.billing_set_up_webhook_replaced({ count: EVENT_TYPES.length, address })
              : m.billing_set_up_webhook({ count: EVENT_TYPES.length, address }),
          state: isHeard && !lacksEvents ? 'there' : 'to make',
        }
      : {
          text: m.billing_set_up_no_webhook({ address }),
          state: 'not possible',
        },
  ];
}

/**
 * Creates the missing parts; can be repeated after an interruption.
 * @returns the settings that refer to them
 * @throws AppError 400 for a missing key or invalid prices; Stripe's errors
 */
export async function makeAtStripe(config: Site, prices: WantedPrices): Promise<Record<string, string>> {
  const found = await look(config, prices);
  const made = {} as Record<Tier, Stripe.Price>;
  for (const tier of TIERS) made[tier] = await makePrice(config, found, tier);
  const portal = await makePortal(config, found, made);
  return {
    ...Object.fromEntries(TIERS.map((tier) => [priceSetting(tier), made[tier].id])),
    STRIPE_PORTAL: portal.id,
    ...(await makeWebhook(found)),
  };
}

async function look(config: Site, { currency: typed, ...texts }: WantedPrices): Promise<Found> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase = null, PUBLIC_URL } = config;
  if (!secretKey) throw badRequest(m.billing_set_up_no_key());
  const currency = typed.toLowerCase();
  const amounts = perTier((tier) => amountOf(texts[tier], currency));
  const odd = TIERS.find((tier) => !amounts[tier]);
  if (odd)
    throw badRequest(m.billing_set_up_no_amount({ plan: PLANS[odd].name, currency: currency.toUpperCase() }));
  const api = await openStripe({ secretKey, apiBase });
  const { data: known } = await api.prices.list({ lookup_keys: TIERS.map(lookupKey), active: true });
  const { data: products } = await api.products.list({ ...PAGE, active: true });
  const { data: portals } = await api.billingPortal.configurations.list({ ...PAGE, active: true });
  const { data: webhooks } = await api.webhookEndpoints.list(PAGE);
  const address = `${PUBLIC_URL}${WEBHOOK}`;
  const webhook = webhooks.find(({ url }) => url === address) ?? null;
  return {
    api,
    currency,
    wanted: perTier((tier) => {
      const amount = amounts[tier] ?? 0;
      const price = known.find(({ lookup_key }) => lookup_key === lookupKey(tier)) ?? null;
      const product = products.find(({ metadata }) => metadata[OWN] === tier)?.id ?? null;
      const fits =
        price?.unit_amount === amount &&
        price.currency === currency &&
        price.recurring?.interval === 'month' &&
        price.recurring.interval_count === 1;
      return { amount, price, product: price ? idOf(price.product) : product, fits };
    }),
    portal: portals.find(({ metadata }) => metadata?.[OWN] === 'portal') ?? null,
    address,
    webhook,
    isHeard: webhook?.status === 'enabled' && config.STRIPE_WEBHOOK_SECRET !== undefined,
    lacksEvents: webhook !== null && EVENT_TYPES.some((type) => !reports(webhook, type)),
    isReachable: apiBase !== null || !isLoopback(PUBLIC_URL),
  };
}

const reports = ({ enabled_events: events }: Stripe.WebhookEndpoint, type: string) =>
  events.includes(type) || events.includes('*');

async function makePrice(
  { APP_NAME }: Site,
  { api, wanted, currency }: Found,
  tier: Tier,
): Promise<Stripe.Price> {
  const { amount, price, product: known, fits } = wanted[tier];
  if (price && fits) return price;
  const product =
    known ??
    (await api.products.create({ name: `${APP_NAME} ${PLANS[tier].name}`, metadata: { [OWN]: tier } })).id;
  return api.prices.create({
    product,
    currency,
    unit_amount: amount,
    recurring: { interval: 'month' },
    lookup_key: lookupKey(tier),
    transfer_lookup_key: true,
  });
}

async function makePortal(
  { APP_NAME, PUBLIC_URL }: Site,
  { api, portal }: Found,
  prices: Record<Tier, Stripe.Price>,
): Promise<Stripe.BillingPortal.Configuration> {
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      products: TIERS.map((tier) => ({ product: idOf(prices[tier].product), prices: [prices[tier].id] })),
    },
  };
  const isPublic = PUBLIC_URL.startsWith('https://');
  const profile = {
    headline: APP_NAME,
    ...(isPublic && {
      privacy_policy_url: `${PUBLIC_URL}/privacy`,
      terms_of_service_url: `${PUBLIC_URL}/terms`,
    }),
  };
  if (portal)
    return api.billingPortal.configurations.update(portal.id, { features, business_profile: profile });
  return api.billingPortal.configurations.create({
    features,
    business_profile: profile,
    metadata: { [OWN]: 'portal' },
  });
}

/** Stripe reveals a webhook's secret only when it is created. */
async function makeWebhook({ api, address, webhook, isHeard, lacksEvents, isReachable }: Found) {
  if (webhook && isHeard && lacksEvents)
    await api.webhookEndpoints.update(webhook.id, { enabled_events: [...EVENT_TYPES] });
  if (isHeard || !isReachable) return {};
  const { secret } = await api.webhookEndpoints.create({
    url: address,
    enabled_events: [...EVENT_TYPES],
    description: 'Updates plans after payments',
    metadata: { [OWN]: 'webhook' },
  });
  if (webhook) await api.webhookEndpoints.del(webhook.id);
  return { STRIPE_WEBHOOK_SECRET: secret ?? '' };
}
