import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { createStripeClient, tierOf } from '../../modules/billing/stripe.ts';
import { perTier } from '../../modules/web/contract/tiers.ts';
import { type BillingStage, openBillingStage, type Payer } from '../billing-stage.ts';
import { inBothDatabases, testOnce } from '../long-test.ts';
import { giveBack } from '../stripe-peer/payments.ts';

const DAY = 24 * 3600_000;

let stage: BillingStage;
beforeAll(async () => {
  stage = await openBillingStage({ faults: { dropped: 0, repeated: 0.3 } });
});
afterAll(() => stage.close());

const customerOf = async ({ user }: Payer) =>
  (await stage.program.customers.findCustomer(user.id))?.customerId;
const chargesOf = async (payer: Payer) =>
  stage.peer.ledger.list('charge', await customerOf(payer)).map(({ amount }) => amount);

describe(`buying a plan on ${dialect}`, () => {
  test('a person pays at Stripe and is subscribed once its events are in', async () => {
    const ada = await stage.person();
    const { status, json } = await stage.checkout(ada, 'basic');
    expect([status, json]).toEqual([200, { url: expect.stringMatching(/\/pay\/cs_test_/) }]);
    expect(await stage.right(ada)).toBe('user');
    const back = stage.press(json.url);
    expect(back.pathname).toBe('/success');
    expect(back.searchParams.get('session_id')).toMatch(/^cs_test_/);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('basic');
    expect(await chargesOf(ada)).toEqual([500]);
    const customer = stage.peer.ledger.find('customer', (await customerOf(ada)) ?? '');
    expect(customer).toMatchObject({ name: 'Ada Lovelace', email: ada.user.email });
  });

  test('ten concurrent clicks create one customer and one payment page', async () => {
    const ada = await stage.person();
    const before = stage.peer.ledger.list('customer').length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.checkout(ada, 'premium')));
    expect(new Set(answers.map(({ json }) => json.url)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(stage.peer.ledger.list('customer')).toHaveLength(before + 1);
    expect(stage.peer.ledger.list('checkout.session', await customerOf(ada))).toHaveLength(1);
  });

  test('only one payment page is open, whatever was clicked before and in which tab', async () => {
    const ada = await stage.person();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => stage.checkout(ada, index % 2 ? 'basic' : 'premium')),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const sessions = async () => stage.peer.ledger.list('checkout.session', await customerOf(ada));
    expect((await sessions()).filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
    const again = await stage.checkout(ada, 'basic');
    expect((await stage.checkout(ada, 'basic')).json).toEqual(again.json);
    stage.press(again.json.url);
    expect((await sessions()).filter(({ status }) => status === 'open')).toEqual([]);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('basic');
    expect(await chargesOf(ada)).toEqual([500]);
  });

  testOnce('a page that is paid while another is requested isn’t followed by a second', async () => {
    const ada = await stage.person();
    const { url } = (await stage.checkout(ada, 'basic')).json;
    stage.peer.interfere(async (request) => {
      if (request.method === 'POST' && request.url.endsWith('/expire')) {
        stage.peer.interfere(null);
        stage.press(url);
      }
      return null;
    });
    expect(await stage.checkout(ada, 'premium')).toMatchObject({
      status: 409,
      json: { error: expect.stringMatching(/just paid/) },
    });
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('basic');
  });

  testOnce('the buyer is the signed-in person, whatever the body says', async () => {
    const [ada, eve] = [await stage.person(), await stage.person('Eve')];
    const claims = { userId: ada.user.id, currentTier: 'basic', isUpgrade: true };
    stage.press((await stage.checkout(eve, 'premium', claims)).json.url);
    await stage.deliverAll();
    expect([await stage.right(ada), await stage.right(eve)]).toEqual(['user', 'premium']);
    expect(await customerOf(ada)).toBeUndefined();
  });

  test('a person who leaves the page or lets it expire gets nothing, and may start again', async () => {
    const ada = await stage.person();
    await stage.checkout(ada, 'basic');
    const { url } = (await stage.checkout(ada, 'basic')).json;
    const [session] = stage.peer.ledger.list('checkout.session', await customerOf(ada));
    if (!session) throw new Error('no page was opened');
    Object.assign(session, { status: 'expired', url: null });
    const renewed = await stage.checkout(ada, 'basic');
    expect(renewed.json.url).not.toBe(url);
    expect(await stage.right(ada)).toBe('user');
  });

  testOnce('a customer deleted at Stripe has no plan, and is created again', async () => {
    const ada = await stage.subscriber('premium');
    const old = await customerOf(ada);
    const { api } = await createStripeClient(stage.settings, stage.clock);
    await api.customers.del(old ?? '');
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('user');
    expect(await stage.program.customers.renews(ada.user.id)).toBe(false);
    stage.press((await stage.checkout(ada, 'basic')).json.url);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('basic');
    expect(await customerOf(ada)).not.toBe(old);
  });

  test('a customer that Stripe doesn’t know is created again', async () => {
    const ada = await stage.person();
    await stage.checkout(ada, 'basic');
    const forgotten = await stage.program.customers.findCustomer(ada.user.id);
    if (!forgotten) throw new Error('no customer');
    await stage.program.customers.dropCustomer(forgotten);
    await stage.program.customers.openCustomer(ada.user.id);
    await stage.program.customers.nameCustomer(ada.user.id, 'cus_of_another_account');
    expect((await stage.checkout(ada, 'basic')).status).toBe(200);
    expect(await customerOf(ada)).toMatch(/^cus_[0-9a-f]{32}$/);
  });

  test.each([
    [{ plan: 'gold' }, 'plan'],
    [{ plan: 'basic', customerInfo: { fullName: '  ' } }, 'customerInfo.fullName'],
    [{ plan: 'basic', customerInfo: {} }, 'customerInfo.fullName'],
  ])('%j is rejected, naming the field', async (body, field) => {
    const { status, json } = await stage.checkout(await stage.person(), 'basic', body);
    expect([status, json]).toEqual([400, { error: expect.any(String), code: 'bad-request', field }]);
  });
});

describe(`a person with a plan on ${dialect}`, () => {
  testOnce('is told what they have, and can’t buy it twice', async () => {
    const basic = await stage.subscriber('basic');
    expect(await stage.checkout(basic, 'basic')).toEqual({
      status: 409,
      json: {
        error: 'Please select Premium to upgrade your plan.',
        code: 'has-plan',
        hasActiveSubscription: true,
        currentTier: 'basic',
      },
    });
    const refusal = {
      status: 409,
      json: {
        error: 'You already have a Premium subscription!',
        code: 'has-plan',
        hasActiveSubscription: true,
        currentTier: 'premium',
      },
    };
    const premium = await stage.subscriber('premium');
    expect(await stage.checkout(premium, 'premium')).toEqual(refusal);
    expect(await stage.checkout(premium, 'basic')).toEqual(refusal);
    const legacy = await stage.person();
    await stage.give(legacy, 'subscribed');
    expect(await stage.checkout(legacy, 'premium')).toEqual(refusal);
    const admin = await stage.person();
    await stage.give(admin, 'admin');
    expect(await stage.checkout(admin, 'premium')).toMatchObject({ status: 409 });
  });

  test('upgrades in place: the difference is charged once, however often they click', async () => {
    const ada = await stage.subscriber('basic');
    const before = await stage.subscriptionOf(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => stage.checkout(ada, 'premium')));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThan(0);
    for (const { json } of won) expect(json).toEqual({ url: 'http://dreams.test/success' });
    expect(await stage.right(ada)).toBe('premium');
    expect(await stage.subscriptionOf(ada)).toBe(before);
    expect(before.items.data.map(({ price }) => price.unit_amount)).toEqual([3000]);
    const [difference, first, ...more] = await chargesOf(ada);
    expect([first, more]).toEqual([500, []]);
    expect(difference).toBeGreaterThan(2480);
    expect(difference).toBeLessThanOrEqual(2500);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('premium');
  });

  testOnce('keeps the old plan when the card declines, and gets the new one with a better card', async () => {
    const ada = await stage.subscriber('basic');
    const { customer } = await stage.subscriptionOf(ada);
    stage.peer.payments.setCard(customer, 'declines');
    expect(await stage.checkout(ada, 'premium')).toEqual({
      status: 402,
      json: { error: 'Your card was declined.', code: 'card' },
    });
    expect(await chargesOf(ada)).toEqual([500]);
    expect(await stage.right(ada)).toBe('basic');
    stage.peer.payments.setCard(customer, 'pays');
    expect((await stage.checkout(ada, 'premium')).status).toBe(200);
    expect(await stage.right(ada)).toBe('premium');
  });

  testOnce('is sent to confirm if the bank requires it, and upgraded afterwards', async () => {
    const ada = await stage.subscriber('basic');
    stage.peer.payments.setCard((await stage.subscriptionOf(ada)).customer, 'asks');
    const { status, json } = await stage.checkout(ada, 'premium');
    expect([status, json]).toEqual([200, { url: expect.stringMatching(/\/portal\/bps_/) }]);
    expect(await stage.right(ada)).toBe('basic');
    expect(stage.press(json.url).pathname).toBe('/success');
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('premium');
  });

  testOnce('with a halted subscription fixes it in the portal instead of buying a second', async () => {
    const ada = await stage.subscriber('basic');
    stage.peer.subscriptions.pause(await stage.subscriptionOf(ada));
    const { json } = await stage.checkout(ada, 'basic');
    expect(json.url).toMatch(/\/portal\/bps_/);
    expect(await stage.right(ada)).toBe('user');
  });

  testOnce('manages it in the portal and keeps it until the end of the paid period', async () => {
    const ada = await stage.subscriber('basic');
    const subscription = await stage.subscriptionOf(ada);
    const answer = await ada.visitor.postJson('/api/stripe/create-portal-session');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { url: expect.stringMatching(/\/portal\/bps_/) },
    ]);
    stage.peer.subscriptions.cancelAtPeriodEnd(subscription, true);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('basic');
    stage.peer.ledger.at(subscription.items.data[0]?.current_period_end ?? 0, () =>
      stage.peer.subscriptions.end(subscription),
    );
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('user');
  });

  test('without one gets an error from the portal call', async () => {
    const answer = await (await stage.person()).visitor.postJson('/api/stripe/create-portal-session');
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'No billing account found', code: 'no-customer' },
    ]);
  });
});

describe(`prices on ${dialect}`, () => {
  test('are found by id and lookup key, and a product keeps its plan when its price changes', async () => {
    const named = {
      ...stage.settings,
      prices: { ...perTier(() => ''), basic: 'price_reverie_basic', premium: 'reverie_premium' },
    };
    const prices = await (await createStripeClient(named, stage.clock)).prices();
    expect(prices).toEqual({
      basic: {
        id: 'price_reverie_basic',
        product: 'prod_reverie_basic',
        amount: 500,
        currency: 'usd',
        monthly: true,
      },
      premium: {
        id: 'price_reverie_premium',
        product: 'prod_reverie_premium',
        amount: 3000,
        currency: 'usd',
        monthly: true,
      },
    });
    expect(tierOf(prices, { id: 'price_of_last_year', product: 'prod_reverie_premium' })).toBe('premium');
    expect(tierOf(prices, { id: 'price_of_a_mug', product: 'prod_mug' })).toBeNull();
    for (const missing of ['price_none', 'no_such_key']) {
      const door = await createStripeClient({ ...named, prices: perTier(() => missing) }, stage.clock);
      await expect(door.prices()).rejects.toMatchObject({ status: 503 });
    }
  });
});

describe(`refunds on ${dialect}`, () => {
  test('end the plan, as do disputes until they are won', async () => {
    const [ada, bob] = [await stage.subscriber('premium'), await stage.subscriber('premium')];
    stage.peer.payments.refund(await stage.subscriptionOf(ada));
    stage.peer.payments.dispute(await stage.subscriptionOf(bob));
    await stage.deliverAll();
    expect([await stage.right(ada), await stage.right(bob)]).toEqual(['user', 'user']);
    stage.peer.payments.decideDispute(await stage.subscriptionOf(bob), 'won');
    await stage.deliverAll();
    expect([await stage.right(ada), await stage.right(bob)]).toEqual(['user', 'premium']);
  });

  testOnce('in part leave it until the rest is refunded as well', async () => {
    const payer = await stage.subscriber('premium');
    const subscription = await stage.subscriptionOf(payer);
    stage.peer.payments.refund(subscription, 100);
    await stage.deliverAll();
    expect(await stage.right(payer)).toBe('premium');
    stage.peer.payments.refund(subscription);
    await stage.deliverAll();
    expect(await stage.right(payer)).toBe('user');
  });
});

testOnce(`a refund that the bank returns later leaves the plan as paid, on ${dialect}`, async () => {
  const payers = [await stage.subscriber('premium'), await stage.subscriber('basic')] as const;
  const subscriptions = [
    await stage.subscriptionOf(payers[0]),
    await stage.subscriptionOf(payers[1]),
  ] as const;
  const rights = () => Promise.all(payers.map((one) => stage.right(one)));
  for (const one of subscriptions) stage.peer.payments.refund(one);
  await stage.deliverAll();
  expect(await rights()).toEqual(['user', 'user']);
  stage.clock.advance(5 * DAY);
  for (const [at, one] of subscriptions.entries()) stage.peer.payments.failRefund(one, at === 0);
  await stage.deliverAll();
  expect(await rights()).toEqual(['premium', 'basic']);
});

test.each(inBothDatabases(['refunded', 'disputed'] as const, (how) => how === 'refunded'))(
  `a month that is %s after an upgrade ends the plan, an earlier one doesn’t, on ${dialect}`,
  async (how) => {
    const [early, late] = [await stage.subscriber('basic'), await stage.subscriber('basic')];
    const month = async (payer: Payer) => {
      const charge = stage.peer.ledger.list('charge', (await stage.subscriptionOf(payer)).customer).at(-1);
      if (!charge) throw new Error('nothing was charged');
      return charge;
    };
    const takeBack = async (payer: Payer) => {
      const charge = await month(payer);
      stage.clock.advance(5_000);
      if (how === 'refunded') giveBack(stage.peer.ledger, charge);
      else stage.peer.payments.openDispute(charge, 'needs_response');
      await stage.deliverAll();
    };
    const better = async (payer: Payer) => {
      stage.clock.advance(5_000);
      const premium = stage.peer.ledger.list('price').find(({ unit_amount }) => unit_amount === 3000);
      const subscription = await stage.subscriptionOf(payer);
      if (!premium) throw new Error('nothing costs $30');
      stage.peer.subscriptions.changePrice(subscription, subscription.items.data[0]?.id ?? '', premium);
      await stage.deliverAll();
    };
    await takeBack(early);
    await better(early);
    await better(late);
    expect([await stage.right(early), await stage.right(late)]).toEqual(['premium', 'premium']);
    await takeBack(late);
    expect([await stage.right(early), await stage.right(late)]).toEqual(['premium', 'user']);
  },
);

describe(`a period without a charge on ${dialect}`, () => {
  test.each(inBothDatabases(['coupon', 'balance', 'transfer'] as const, (cover) => cover === 'coupon'))(
    'gives its plan, whatever happened to the previous one: %s',
    async (cover) => {
      const [refunded, disputed] = [await stage.subscriber('premium'), await stage.subscriber('basic')];
      const before = [await stage.subscriptionOf(refunded), await stage.subscriptionOf(disputed)] as const;
      stage.peer.payments.refund(before[0]);
      stage.peer.payments.dispute(before[1]);
      await stage.deliverAll();
      expect([await stage.right(refunded), await stage.right(disputed)]).toEqual(['user', 'user']);
      for (const { customer } of before) stage.peer.payments.cover(customer, cover);
      stage.clock.advance(32 * DAY);
      stage.peer.subscriptions.catchUp();
      await stage.deliverAll();
      expect([await stage.right(refunded), await stage.right(disputed)]).toEqual(['premium', 'basic']);
    },
  );

  testOnce('after a downgrade doesn’t count: a refund still does', async () => {
    const payer = await stage.subscriber('premium');
    const subscription = await stage.subscriptionOf(payer);
    stage.peer.payments.refund(subscription);
    const basic = stage.peer.ledger.list('price').find(({ unit_amount }) => unit_amount === 500);
    if (!basic) throw new Error('nothing costs $5');
    stage.peer.subscriptions.changePrice(subscription, subscription.items.data[0]?.id ?? '', basic);
    await stage.deliverAll();
    expect(await stage.right(payer)).toBe('user');
  });
});

testOnce(
  `an inquiry from before an upgrade ends the plan once it becomes a dispute, on ${dialect}`,
  async () => {
    const payer = await stage.subscriber('basic');
    const subscription = await stage.subscriptionOf(payer);
    const charge = stage.peer.payments.lastCharge(subscription);
    stage.peer.payments.inquire(subscription);
    stage.clock.advance(5_000);
    const premium = stage.peer.ledger.list('price').find(({ unit_amount }) => unit_amount === 3000);
    if (!premium) throw new Error('nothing costs $30');
    stage.peer.subscriptions.changePrice(subscription, subscription.items.data[0]?.id ?? '', premium);
    await stage.deliverAll();
    expect(await stage.right(payer)).toBe('premium');
    stage.clock.advance(5_000);
    stage.peer.payments.endInquiry(charge, 'needs_response');
    await stage.deliverAll();
    expect(await stage.right(payer)).toBe('user');
  },
);

testOnce(`an inquiry by the bank doesn’t end a plan until it becomes a dispute, on ${dialect}`, async () => {
  const [ada, bob] = [await stage.subscriber('premium'), await stage.subscriber('premium')];
  const subscriptions = [await stage.subscriptionOf(ada), await stage.subscriptionOf(bob)] as const;
  for (const one of subscriptions) stage.peer.payments.inquire(one);
  await stage.deliverAll();
  expect([await stage.right(ada), await stage.right(bob)]).toEqual(['premium', 'premium']);
  const charges = subscriptions.map(stage.peer.payments.lastCharge);
  stage.peer.payments.endInquiry(charges[0], 'warning_closed');
  stage.peer.payments.endInquiry(charges[1], 'needs_response');
  await stage.deliverAll();
  expect([await stage.right(ada), await stage.right(bob)]).toEqual(['premium', 'user']);
});

describe(`given rights on ${dialect}`, () => {
  test('from an admin or the beta stay when a subscription ends', async () => {
    const ada = await stage.subscriber('basic');
    const subscription = await stage.subscriptionOf(ada);
    await stage.give(ada, 'user');
    await stage.give(ada, 'subscribed');
    stage.peer.subscriptions.end(subscription);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('legacy');
  });

  testOnce('of an admin don’t depend on payments', async () => {
    const ada = await stage.subscriber('basic');
    await stage.give(ada, 'admin');
    stage.peer.subscriptions.end(await stage.subscriptionOf(ada));
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('admin');
    await stage.give(ada, 'user');
    expect(await stage.right(ada)).toBe('user');
  });
});
