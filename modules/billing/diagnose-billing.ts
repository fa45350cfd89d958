import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { formatList } from '../kit/texts/formats.ts';
import { m } from '../kit/texts/m.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { TIERS } from '../web/contract/tiers.ts';
import { PLANS } from './contract/plans.ts';
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
      error(m.billing_check_missing({ names: formatList(missing, 'unit') }), m.billing_check_missing_cure()),
    ];
  }
  if (!config.stripe) return [ok(m.billing_check_off())];
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
  if (odd.length === 0) return [ok(m.billing_check_prices())];
  return odd.map((tier) =>
    warning(
      m.billing_check_odd_price({ plan: PLANS[tier].name }),
      m.billing_check_odd_price_cure({ name: priceSetting(tier) }),
    ),
  );
}

/** Plans also follow Stripe each night, but people who have paid shouldn't wait that long. */
async function judgeWebhook({ api }: StripeClient, { PUBLIC_URL }: SiteConfig): Promise<Finding> {
  const address = `${PUBLIC_URL}${WEBHOOK}`;
  try {
    const { data } = await api.webhookEndpoints.list({ limit: 100 });
    const own = data.find(({ url }) => url === address);
    if (own?.status === 'enabled') return ok(m.billing_check_webhook({ address }));
    return warning(
      own ? m.billing_check_webhook_off({ address }) : m.billing_check_no_webhook({ address }),
      m.billing_check_no_webhook_cure(),
    );
  } catch {
    return warning(m.billing_check_webhook_unread(), m.billing_check_webhook_unread_cure({ address }));
  }
}

export function refusal(fault: unknown): Finding {
  if (fault instanceof AppError)
    return error(
      m.billing_check_unknown_price(),
      m.billing_check_unknown_price_cure({ names: formatList(PRICE_SETTINGS) }),
    );
  const { type, message } = fault as Error & { type?: string };
  return type === 'StripeAuthenticationError' || type === 'StripePermissionError'
    ? error(m.billing_check_key_refused(), m.billing_check_key_refused_cure())
    : error(m.billing_check_unreachable({ cause: message }), m.billing_check_unreachable_cure());
}
