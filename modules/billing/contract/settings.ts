import { z } from 'zod';
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
import { m } from '../../kit/texts/m.ts';
import { perTier, TIERS, type Tier } from '../../web/contract/tiers.ts';

const unlimited = z.literal('unlimited').transform(() => null);

/** Name of the setting with a plan's price. */
export const priceSetting = (tier: Tier) =>
  `STRIPE_PRICE_${tier.toUpperCase()}` as `STRIPE_PRICE_${Uppercase<Tier>}`;
export const PRICE_SETTINGS = TIERS.map(priceSetting);
const priceSettings = Object.fromEntries(
  TIERS.map((tier) => [
    priceSetting(tier),
    setting(text.optional(), '–', () => m.billing_doc_price({ plan: tier })),
  ]),
) as Record<(typeof PRICE_SETTINGS)[number], Setting<z.ZodOptional<typeof text>>>;

/** Settings of the plans, their limits and the Stripe account. */
export const billingSettings = {
  STRIPE_SECRET_KEY: secret(key.optional(), '–', m.billing_doc_stripe_secret_key),
  STRIPE_PUBLISHABLE_KEY: setting(key.optional(), '–', m.billing_doc_stripe_publishable_key),
  STRIPE_WEBHOOK_SECRET: secret(key.optional(), '–', m.billing_doc_stripe_webhook_secret),
  ...priceSettings,
  STRIPE_PORTAL: setting(
    text.regex(/^bpc_\w+$/, { error: m.billing_setting_portal }).optional(),
    m.billing_default_stripe_portal,
    m.billing_doc_stripe_portal,
  ),
  STRIPE_API_BASE: setting(
    origin.optional(),
    m.billing_default_stripe_api_base,
    m.billing_doc_stripe_api_base,
  ),
  BILLING_KEEP_YEARS: setting(whole(0, 100).default(10), '10', m.billing_doc_billing_keep_years),
  TRIAL_STREAMS: setting(
    z.union([unlimited, whole(0, 1_000_000)], { error: m.billing_setting_trial }).default(3),
    '3',
    m.billing_doc_trial_streams,
  ),
  BASIC_STREAMS: setting(whole(0, 1_000_000).default(5), '5', m.billing_doc_basic_streams),
  TRIAL_KEEP_DAYS: setting(whole(1, 36_500).optional(), '–', m.billing_doc_trial_keep_days),
  BASIC_KEEP_DAYS: setting(whole(1, 36_500).optional(), '–', m.billing_doc_basic_keep_days),
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
    fault('STRIPE_API_BASE', m.billing_setting_https());
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
