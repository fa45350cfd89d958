import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLoginSession } from '../../modules/auth/session/sign-in.ts';
import { newId } from '../../modules/kit/ids.ts';
import { startProgram, type TestProgram, type Visitor } from '../program.ts';

/**
 * `sk_test_…` key of a Stripe account. Repeats the main tests that use our Stripe peer against the real Stripe; costs
 * nothing. The settings of the account's customer portal must have been saved once.
 */
const KEY = process.env.STRIPE_TEST_KEY;
const reason = KEY?.startsWith('sk_test_') ? null : 'STRIPE_TEST_KEY is not set to an sk_test_… key';
if (reason) console.log(`Stripe's own test mode was not tried: ${reason}`);

describe.skipIf(reason !== null)('on Stripe’s own test mode', { timeout: 120_000 }, () => {
  const stripe = new Stripe(KEY || 'sk_test_none');
  let program: TestProgram;
  let prices: Record<'basic' | 'premium', Stripe.Price>;
  const customers: string[] = [];

  beforeAll(async () => {
    const priceOf = async (name: string, amount: number) =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount: amount,
        recurring: { interval: 'month' },
        product_data: { name: `Reverie test ${name}` },
      });
    prices = { basic: await priceOf('basic', 500), premium: await priceOf('premium', 3000) };
    program = await startProgram({
      STRIPE_SECRET_KEY: KEY ?? '',
      STRIPE_PRICE_BASIC: prices.basic.id,
      STRIPE_PRICE_PREMIUM: prices.premium.id,
    });
  }, 120_000);
  afterAll(async () => {
    for (const id of customers) await stripe.customers.del(id);
    await program?.stop();
  }, 120_000);

  async function createPerson() {
    const email = `${newId().slice(0, 8)}@example.com`;
    const { store } = program.signIn;
    const user = await store.createUser({ name: 'Ada Lovelace', email, picture: null, role: 'user' });
    const visitor = program.visitor({}, user.id);
    const from = { userAgent: undefined, address: 'test' };
    visitor.jar.set('sid', await openLoginSession(program.signIn, user.id, from));
    return { user, visitor };
  }
  const call = async (visitor: Visitor, path: string, body?: unknown) => {
    const answer = await visitor.postJson(path, body);
    return { status: answer.status, json: await answer.json() };
  };
  const checkout = (visitor: Visitor, plan: string) =>
    call(visitor, '/api/stripe/create-checkout-session', {
      plan,
      customerInfo: { fullName: 'Ada Lovelace' },
    });
  const tierOf = async (visitor: Visitor) =>
    ((await visitor.person()) as { subscription_tier?: string } | null)?.subscription_tier ?? null;

  /** A person with a basic plan, paid with a Stripe test card because the real payment page needs a human. */
  async function createSubscriber(card: string) {
    const { user, visitor } = await createPerson();
    const { status, json } = await checkout(visitor, 'basic');
    expect([status, json.url]).toEqual([200, expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//)]);
    expect((await checkout(visitor, 'basic')).json).toEqual(json);
    const customer = (await program.customers.findCustomer(user.id))?.customerId ?? '';
    customers.push(customer);
    const method = await stripe.paymentMethods.attach(card, { customer });
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: prices.basic.id }],
      default_payment_method: method.id,
    });
    expect((await call(visitor, '/api/verify-subscription')).json).toEqual({ roleUpdated: true });
    expect(await tierOf(visitor)).toBe('basic');
    return { visitor, customer, subscription };
  }

  async function payWith(subscription: Stripe.Subscription, customer: string, card: string): Promise<void> {
    const { id } = await stripe.paymentMethods.attach(card, { customer });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
  }

  test('a plan is bought, upgraded for the difference, refunded and ended', async () => {
    const { visitor, customer, subscription } = await createSubscriber('pm_card_visa');
    expect(await checkout(visitor, 'premium')).toEqual({
      status: 200,
      json: { url: 'http://dreams.test/success' },
    });
    expect(await tierOf(visitor)).toBe('premium');
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(after.items.data.map(({ price }) => price.id)).toEqual([prices.premium.id]);
    const { data: charges } = await stripe.charges.list({ customer });
    expect(charges.map(({ amount }) => amount)).toEqual([2500, 500]);
    expect(await checkout(visitor, 'premium')).toMatchObject({
      status: 409,
      json: { hasActiveSubscription: true, currentTier: 'premium' },
    });
    const portal = await call(visitor, '/api/stripe/create-portal-session');
    expect(portal.json.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
    await stripe.refunds.create({ charge: charges[0]?.id ?? '' });
    expect((await call(visitor, '/api/verify-subscription')).json).toEqual({ roleUpdated: true });
    expect(await tierOf(visitor)).toBeNull();
    await stripe.subscriptions.cancel(subscription.id);
    expect((await call(visitor, '/api/verify-subscription')).json).toEqual({ roleUpdated: false });
  });

  test('a card that declines changes nothing', async () => {
    const { visitor, customer, subscription } = await createSubscriber('pm_card_visa');
    await payWith(subscription, customer, 'pm_card_chargeCustomerFail');
    expect(await checkout(visitor, 'premium')).toMatchObject({
      status: 402,
      json: { error: expect.stringMatching(/declined/) },
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.price.id).toBe(
      prices.basic.id,
    );
    expect(await tierOf(visitor)).toBe('basic');
  });
});
