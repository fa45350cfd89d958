import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStripePeer } from '../../../tests/stripe-peer/peer.ts';
import { createLog } from '../../kit/log.ts';
import { perTier } from '../../web/contract/tiers.ts';
import { createStripeClient } from '../stripe.ts';
import { createShownPrices } from './shown-prices.ts';

let peer: Awaited<ReturnType<typeof startStripePeer>>;
beforeAll(async () => {
  peer = await startStripePeer();
});
afterAll(() => peer.stop());

const log = createLog('error', () => undefined);

/** Displayed prices, with a clock to advance. */
async function pages() {
  let now = 0;
  const clock = { monotonic: () => now };
  const { STRIPE_SECRET_KEY, STRIPE_PRICE_BASIC, STRIPE_PRICE_PREMIUM, STRIPE_API_BASE } = peer.env;
  const settings = {
    secretKey: STRIPE_SECRET_KEY,
    prices: { ...perTier(() => ''), basic: STRIPE_PRICE_BASIC, premium: STRIPE_PRICE_PREMIUM },
    portal: null,
    apiBase: STRIPE_API_BASE,
  };
  const read = createShownPrices({ stripe: await createStripeClient(settings, clock), clock, log });
  return { read, pass: (ms: number) => (now += ms) };
}

test('shows the prices that Stripe charges, and refreshes them after a while', async () => {
  const { read, pass } = await pages();
  expect(await read()).toMatchObject({ basic: '$5', premium: '$30' });
  const [premium, basic] = peer.ledger.list('price');
  Object.assign(basic ?? {}, { unit_amount: 450, currency: 'eur' });
  Object.assign(premium ?? {}, { unit_amount: 3900, currency: 'jpy' });
  expect(await read()).toMatchObject({ basic: '$5', premium: '$30' });
  pass(11 * 60_000);
  expect(await read()).toMatchObject({ basic: '€4.50', premium: '¥3,900' });
  // A price that isn't monthly must not be shown as one.
  Object.assign(premium ?? {}, { recurring: { interval: 'year', interval_count: 1 } });
  pass(11 * 60_000);
  expect(await read()).toMatchObject({ basic: '€4.50', premium: '$30' });
});

test('shows default prices without Stripe or while it fails, and pages don’t each wait for it', async () => {
  expect(await createShownPrices({ stripe: null, clock: { monotonic: () => 0 }, log })()).toMatchObject({
    basic: '$5',
    premium: '$30',
  });
  const { read, pass } = await pages();
  peer.interfere(async () => new Response('{}', { status: 400 }));
  expect(await read()).toMatchObject({ basic: '$5', premium: '$30' });
  const asked = peer.asked();
  await read();
  expect(peer.asked()).toBe(asked);
  peer.interfere(null);
  pass(61_000);
  expect((await read()).basic).toBe('€4.50');
});
