import { TIERS } from '../auth/contract/tiers.ts';
import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { type BillingConfig, missingSettings, PRICE_SETTINGS, priceSetting } from './contract/settings.ts';
import { createStripeClient, type Prices, type StripeClient } from './stripe.ts';

export const WEBHOOK = '/api/stripe/webhook';

/** Checks that plans can be sold: the API key, all prices, and that webhook events arrive. */
export async function diagnoseBilling(
  config: BillingConfig & SiteConfig,
  clock: Pick<Clock, 'monotonic'>,
): Promise<Finding[]> {
  const missing = missingSettings(config);
  if (missing.length > 0) {
    return [
      error(`plans can't be sold: ${missing.join(', ')} not set`, 'Set these too, or none of STRIPE_….'),
    ];
  }
  if (!config.stripe) return [ok('no plans are sold here')];
  const stripe = await createStripeClient(config.stripe, clock);
  try {
    const prices = await stripe.prices();
    return [...judgePrices(prices), await judgeWebhook(stripe, config)];
  } catch (fault) {
    return [refusal(fault)];
  }
}

function judgePrices(prices: Prices): Finding[] {
  const odd = TIERS.filter((tier) => !prices[tier].monthly || prices[tier].amount === null);
  if (odd.length === 0) return [ok('Stripe knows the key and the prices')];
  return odd.map((tier) =>
    warning(
      `the price of the ${tier} plan is not one amount a month`,
      `Name a price in ${priceSetting(tier)} that is.`,
    ),
  );
}

/** Plans also follow Stripe each night, but people who have paid shouldn't wait that long. */
async function judgeWebhook({ api }: StripeClient, { PUBLIC_URL }: SiteConfig): Promise<Finding> {
  const address = `${PUBLIC_URL}${WEBHOOK}`;
  try {
    const { data } = await api.webhookEndpoints.list({ limit: 100 });
    const own = data.find(({ url }) => url === address);
    if (own?.status === 'enabled') return ok(`webhook events reach ${address}`);
    return warning(
      `webhook events ${own ? 'no longer' : 'don’t'} reach ${address}`,
      'Add that address at Stripe under Webhooks and set STRIPE_WEBHOOK_SECRET to its secret.',
    );
  } catch {
    return warning(
      'the key may not look at webhooks, so it is not known whether webhook events reach this place',
      `See at Stripe under Webhooks that ${address} is there.`,
    );
  }
}

export function refusal(fault: unknown): Finding {
  if (fault instanceof AppError)
    return error(
      'Stripe does not know one of the prices',
      `Check ${PRICE_SETTINGS.join(' and ')}, and that the key is of the same mode, test or live.`,
    );
  const { type, message } = fault as Error & { type?: string };
  return type === 'StripeAuthenticationError' || type === 'StripePermissionError'
    ? error('Stripe refuses the key', 'Check STRIPE_SECRET_KEY at Stripe under API keys.')
    : error(
        `Stripe can't be asked (${message})`,
        'May this machine reach api.stripe.com? See STRIPE_API_BASE.',
      );
}
