import { expect, test } from 'vitest';
import { SECRET_KEY, startStripePeer } from '../../../tests/stripe-peer/peer.ts';
import { perTier, TIERS } from '../../web/contract/tiers.ts';
import { openStripe } from '../stripe.ts';
import { EVENT_TYPES } from '../subscription/receive-event.ts';
import { makeAtStripe, missingAtStripe } from './set-up-stripe.ts';

test('an older webhook gets the events added since, and keeps its secret', async () => {
  const peer = await startStripePeer({ isBare: true });
  try {
    const settings = {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_API_BASE: peer.url,
      PUBLIC_URL: 'http://127.0.0.1:9',
      APP_NAME: 'Reverie',
    } as Parameters<typeof makeAtStripe>[0];
    const prices = { ...perTier(() => '9'), currency: 'usd', basic: '5', premium: '30' };
    const made = { ...settings, ...(await makeAtStripe(settings, prices)) };
    const states = async () => (await missingAtStripe(made, prices)).map(({ state }) => state);
    const withWebhook = (webhook: string) => [...TIERS.map(() => 'there'), 'there', webhook];
    expect(await states()).toEqual(withWebhook('there'));
    const api = await openStripe({ secretKey: SECRET_KEY, apiBase: peer.url });
    const webhook = async () => (await api.webhookEndpoints.list()).data[0];
    await api.webhookEndpoints.update((await webhook())?.id ?? '', { enabled_events: ['invoice.paid'] });
    expect(await states()).toEqual(withWebhook('to make'));
    expect(await makeAtStripe(made, prices)).not.toHaveProperty('STRIPE_WEBHOOK_SECRET');
    expect((await webhook())?.enabled_events).toEqual(EVENT_TYPES);
    expect(await states()).toEqual(withWebhook('there'));
  } finally {
    await peer.stop();
  }
});
