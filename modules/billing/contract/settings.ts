import { z } from 'zod';
import { perTier, TIERS, type Tier } from '../../auth/contract/tiers.ts';
import {
  type Given,
  isLoopback,
  key,
  origin,
  type ReportFault,
  type Setting,
  type SettingsOf,
  secret,
  setting,
  text,
  whole,
} from '../../kit/settings/setting.ts';

const unlimited = z.literal('unlimited').transform(() => null);

/** Name of the setting with a plan's price. */
export const priceSetting = (tier: Tier) =>
  `STRIPE_PRICE_${tier.toUpperCase()}` as `STRIPE_PRICE_${Uppercase<Tier>}`;
export const PRICE_SETTINGS = TIERS.map(priceSetting);
const priceSettings = Object.fromEntries(
  TIERS.map((tier) => [
    priceSetting(tier),
    setting(text.optional(), '–', `price of the ${tier} plan: its id or its lookup key`),
  ]),
) as Record<(typeof PRICE_SETTINGS)[number], Setting<z.ZodOptional<typeof text>>>;

/** Settings of the plans, their limits and the Stripe account. */
export const billingSettings = {
  STRIPE_SECRET_KEY: secret(key.optional(), '–', 'billing: sells the plans through Stripe'),
  STRIPE_PUBLISHABLE_KEY: setting(
    key.optional(),
    '–',
    'without it the checkout page shows “Configuration Error”',
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    key.optional(),
    '–',
    'signing secret of the webhook endpoint at /api/stripe/webhook',
  ),
  ...priceSettings,
  STRIPE_PORTAL: setting(
    text.regex(/^bpc_\w+$/, 'must be the id of a portal configuration, bpc_…').optional(),
    "the account's own",
    'configuration of Stripe’s customer portal; the set-up page makes one',
  ),
  STRIPE_API_BASE: setting(origin.optional(), "Stripe's", "another host that speaks Stripe's API"),
  BILLING_KEEP_YEARS: setting(
    whole(0, 100).default(10),
    '10',
    'years after which the emptied customer of an erased person is deleted at Stripe, as the law of your country says',
  ),
  TRIAL_STREAMS: setting(
    z.union([unlimited, whole(0, 1_000_000)], 'must be a whole number, or unlimited').default(3),
    '3',
    'dreams in the free trial; `unlimited` lifts the limit, as on a box that sells no plans',
  ),
  BASIC_STREAMS: setting(whole(0, 1_000_000).default(5), '5', 'dreams a month in the basic plan'),
  TRIAL_KEEP_DAYS: setting(
    whole(1, 36_500).optional(),
    '–',
    'days after which dreams of the free trial are deleted; kept for ever when not set',
  ),
  BASIC_KEEP_DAYS: setting(whole(1, 36_500).optional(), '–', 'the same for the basic plan'),
};

export interface StripeSettings {
  secretKey: string;
  /** an id (`price_…`) or a lookup key */
  prices: Record<Tier, string>;
  /** an origin; null for Stripe's own */
  apiBase: string | null;
  /** configuration of the customer portal; null for the account's default */
  portal: string | null;
}

export interface BillingConfig extends SettingsOf<typeof billingSettings> {
  /** set once a key and all prices are */
  stripe: StripeSettings | null;
  /** true if people can buy plans here, so pages may link to them */
  sellsPlans: boolean;
}

export function checkBillingSettings(given: Given, fault: ReportFault): void {
  if (given.STRIPE_API_BASE?.startsWith('http://') && !isLoopback(given.STRIPE_API_BASE))
    fault('STRIPE_API_BASE', 'http is allowed on loopback only');
}

/** Derived settings. */
export function billingConfig(
  settings: SettingsOf<typeof billingSettings>,
): Pick<BillingConfig, 'stripe' | 'sellsPlans'> {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: apiBase = null,
    STRIPE_PORTAL: portal = null,
  } = settings;
  const prices = perTier((tier) => settings[priceSetting(tier)] ?? '');
  const isPriced = Object.values(prices).every((price) => price !== '');
  const stripe = secretKey && isPriced ? { secretKey, prices, apiBase, portal } : null;
  return { stripe, sellsPlans: stripe !== null && settings.STRIPE_PUBLISHABLE_KEY !== undefined };
}

/** Must be set together, or not at all. */
const SELLING = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  ...PRICE_SETTINGS,
] as const;

/** The unset ones, if an operator has set some but not all. */
export function missingSettings(config: BillingConfig): string[] {
  const unset = SELLING.filter((name) => config[name] === undefined);
  return unset.length < SELLING.length ? unset : [];
}

/** Limits of the dreams that are sold, for the plans' pages. */
export interface DreamTerms {
  STREAM_SECONDS: number;
}
