import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { EVENT_JOB } from '../../modules/billing/subscription/receive-event.ts';
import { RECONCILE_JOB } from '../../modules/billing/subscription/reconcile.ts';
import { stripeEvents } from '../../modules/billing/tables.ts';
import { jobs } from '../../modules/jobs/tables.ts';
import { type BillingStage, openBillingStage, type Payer } from '../billing-stage.ts';
import { testOnce } from '../long-test.ts';
import { sign } from '../stripe-peer/delivery.ts';
import { WEBHOOK_SECRET } from '../stripe-peer/peer.ts';
import { until } from './inbox.ts';

const DAY = 24 * 3600_000;

let stage: BillingStage;
beforeAll(async () => {
  stage = await openBillingStage({ faults: { dropped: 0, repeated: 0.3 } });
});
afterAll(() => stage.close());

const seconds = () => Math.floor(stage.clock.now() / 1000);
const stored = (id: string) =>
  stage.program.db.orm.select().from(stripeEvents).where(eq(stripeEvents.id, id));

/** A person who has paid, before any event arrives. */
async function payerInTheDark(): Promise<Payer> {
  const payer = await stage.person();
  await stage.subscribe(payer, 'premium');
  return payer;
}

async function call({ visitor }: Payer, path: string, body?: unknown) {
  const answer = await visitor.postJson(path, body);
  return { status: answer.status, json: await answer.json() };
}
const verify = (payer: Payer) => call(payer, '/api/verify-subscription');
const confirm = (payer: Payer, sessionId?: string) =>
  call(payer, '/api/stripe/confirm-checkout', sessionId === undefined ? {} : { sessionId });

describe(`events on ${dialect}`, () => {
  /** An event as Stripe would send it now. */
  const eventOf = (payload: object = {}) =>
    JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: { object: 'subscription', customer: 'cus_x' } },
      ...payload,
    });

  testOnce('only count with Stripe’s signature of the exact body, for five minutes', async () => {
    const body = eventOf();
    const refused: [string, string, string][] = [
      ['none', body, ''],
      ['nonsense', body, 't=1,v1=00'],
      ['another secret', body, sign(body, 'whsec_of_somebody_else', seconds())],
      ['another body', body.replace('cus_x', 'cus_y'), sign(body, WEBHOOK_SECRET, seconds())],
      ['old', body, sign(body, WEBHOOK_SECRET, seconds() - 301)],
      [
        'a changed moment',
        body,
        sign(body, WEBHOOK_SECRET, seconds() - 301).replace(/t=\d+/, `t=${seconds()}`),
      ],
      ['an older scheme', body, sign(body, WEBHOOK_SECRET, seconds()).replace('v1=', 'v0=')],
    ];
    for (const [what, sent, signature] of refused) {
      expect(await stage.post(sent, signature), what).toBe(400);
    }
    expect(await stored('evt_forged')).toEqual([]);
    expect(await stage.post(body, sign(body, WEBHOOK_SECRET, seconds() - 200))).toBe(200);
  });

  test('are rejected if signed but malformed', async () => {
    for (const body of [
      'null',
      '[]',
      '7',
      '{}',
      eventOf({ data: null }),
      eventOf({ data: { object: null } }),
    ])
      expect(await stage.post(body, sign(body, WEBHOOK_SECRET, seconds())), body).toBe(400);
  });

  test('are processed once, however often they arrive', async () => {
    const payer = await payerInTheDark();
    const event = stage.peer.delivery.waiting().find(({ type }) => type === 'customer.subscription.created');
    const body = JSON.stringify(event);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => stage.post(body, sign(body, WEBHOOK_SECRET, seconds()))),
    );
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    await stage.deliverAll();
    expect(await stored(event?.id ?? '')).toHaveLength(1);
    expect(await stage.right(payer)).toBe('premium');
    const asked = stage.peer.asked();
    expect(await stage.post(body, sign(body, WEBHOOK_SECRET, seconds()))).toBe(200);
    await stage.settled();
    expect(stage.peer.asked()).toBe(asked);
  });

  test('of other kinds and about unknown customers are accepted and change nothing', async () => {
    for (const [id, more] of [
      ['evt_kind', { type: 'product.created', data: { object: { object: 'product' } } }],
      ['evt_stranger', {}],
      ['evt_dispute', { data: { object: { object: 'dispute', charge: 'ch_unknown' } } }],
    ] as const) {
      const body = eventOf({ id, ...more });
      expect(await stage.post(body, sign(body, WEBHOOK_SECRET, seconds()))).toBe(200);
    }
    await stage.settled();
    expect(await stored('evt_kind')).toEqual([]);
  });

  test('that arrive while Stripe is unreachable are processed later', async () => {
    const payer = await payerInTheDark();
    stage.peer.interfere(async () => Response.json({ error: { type: 'api_error' } }, { status: 503 }));
    while (stage.peer.delivery.waiting().length > 0) await stage.peer.delivery.deliverOne(stage.post);
    expect(await stage.program.queue.nextDue([EVENT_JOB])).not.toBeNull();
    expect(await stage.right(payer)).toBe('user');
    stage.peer.interfere(null);
    await until('the plan', async () => {
      stage.clock.advance(2_000);
      stage.program.jobs.wake();
      return (await stage.right(payer)) === 'premium';
    });
    await stage.settled();
  });

  test('an earlier response from Stripe never overwrites a later one', async () => {
    const payer = await stage.subscriber('basic');
    const subscription = await stage.subscriptionOf(payer);
    // Delays the response to the first of two reads until after the second one's.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let first = true;
    stage.peer.interfere(async (request) => {
      if (!first || !request.url.includes('/v1/subscriptions?')) return null;
      first = false;
      const early = await fetch(request.url, { headers: request.headers });
      await held;
      return early;
    });
    const older = verify(payer);
    await until('the first question', () => !first);
    stage.peer.subscriptions.end(subscription);
    expect((await verify(payer)).json).toEqual({ roleUpdated: true });
    release();
    await older;
    stage.peer.interfere(null);
    expect(await stage.right(payer)).toBe('user');
    await stage.deliverAll();
  });
});

describe(`a lost event on ${dialect}`, () => {
  test('is made up for by an open page’s check', async () => {
    const payer = await payerInTheDark();
    stage.peer.delivery.dropWaiting();
    expect(await verify(payer)).toEqual({ status: 200, json: { roleUpdated: true } });
    expect(await stage.right(payer)).toBe('premium');
    expect(await verify(payer)).toEqual({ status: 200, json: { roleUpdated: false } });
    stage.peer.subscriptions.end(await stage.subscriptionOf(payer));
    stage.peer.delivery.dropWaiting();
    expect((await verify(payer)).json).toEqual({ roleUpdated: true });
    expect(await stage.right(payer)).toBe('user');
  });

  test('is made up for by the nightly check, for everyone', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, payerInTheDark));
    stage.peer.delivery.dropWaiting();
    stage.clock.advance(DAY);
    stage.program.jobs.wake();
    const night = Math.floor((stage.clock.now() - 4 * 3600_000) / DAY);
    const jobOf = (day: number) => stage.program.queue.find(RECONCILE_JOB, String(day));
    await until('the nightly reading', async () => (await jobOf(night))?.state === 'done');
    const rights = await Promise.all(people.map((payer) => stage.right(payer)));
    expect(rights).toEqual(people.map(() => 'premium'));
    // The next night's run is scheduled.
    expect(await jobOf(night + 1)).toMatchObject({ state: 'waiting' });
  });
});

describe(`the check on ${dialect}`, () => {
  test('doesn’t query Stripe about people who never paid, or about admins', async () => {
    const [trial, admin] = [await stage.person(), await stage.subscriber('basic')];
    await stage.give(admin, 'admin');
    const asked = stage.peer.asked();
    expect((await verify(trial)).json).toEqual({ roleUpdated: false });
    expect((await verify(admin)).json).toEqual({ roleUpdated: false });
    expect(stage.peer.asked()).toBe(asked);
  });

  test('changes nothing while Stripe is unreachable, and says so to buyers', async () => {
    const payer = await stage.subscriber('basic');
    stage.peer.interfere(async () => Response.json({ error: { type: 'api_error' } }, { status: 500 }));
    expect(await verify(payer)).toEqual({ status: 200, json: { roleUpdated: false } });
    expect(await stage.right(payer)).toBe('basic');
    expect(await confirm(payer)).toEqual({ status: 200, json: { status: 'waiting', tier: null } });
    const answer = await payer.visitor.postJson('/api/stripe/create-portal-session');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    stage.peer.interfere(async () =>
      Response.json({ error: { type: 'invalid_request_error' } }, { status: 401 }),
    );
    expect(await stage.checkout(payer, 'premium')).toMatchObject({
      status: 503,
      json: { code: 'no-stripe' },
    });
    stage.peer.interfere(null);
  });

  // Takes as long as our timeout for Stripe, so run it only once.
  test('isn’t held up by a Stripe that never responds', async (context) => {
    if (dialect === 'postgres') return context.skip('no part of it is the database’s; SQLite shows it');
    const payer = await stage.subscriber('basic');
    stage.peer.interfere(() => new Promise(() => {}));
    expect(await verify(payer)).toEqual({ status: 200, json: { roleUpdated: false } });
    stage.peer.interfere(null);
    expect(await stage.right(payer)).toBe('basic');
  });

  test('is rate-limited', async () => {
    const payer = await stage.person();
    const answers = await Promise.all(Array.from({ length: 70 }, () => verify(payer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe(`returning from the payment page on ${dialect}`, () => {
  const payFor = async (payer: Payer) => {
    const back = stage.press((await stage.checkout(payer, 'basic')).json.url);
    return back.searchParams.get('session_id') ?? '';
  };

  test('the plan is active immediately, before any event', async () => {
    const payer = await stage.person();
    const session = await payFor(payer);
    expect(await stage.right(payer)).toBe('user');
    expect((await confirm(payer, session)).json).toEqual({ status: 'active', tier: 'basic' });
    expect(await stage.right(payer)).toBe('basic');
    expect((await confirm(payer)).json).toEqual({ status: 'active', tier: 'basic' });
  });

  test('a URL with someone else’s session, an unpaid one, a fake one or none gives nothing', async () => {
    const [payer, eve] = [await stage.person(), await stage.person('Eve')];
    const session = await payFor(payer);
    const unpaid = { status: 200, json: { status: 'unpaid', tier: null } };
    expect(await confirm(eve, session)).toEqual(unpaid);
    await stage.checkout(eve, 'premium');
    const own = stage.peer.ledger.list('checkout.session')[0]?.id ?? '';
    for (const id of [session, own, 'cs_test_made_up', undefined]) {
      expect(await confirm(eve, id)).toEqual(unpaid);
    }
    expect(await stage.right(eve)).toBe('user');
  });
});

describe(`closing an account on ${dialect}`, () => {
  const close = ({ user, visitor }: Payer) =>
    visitor.postForm('/settings/close', { confirmation: user.email });

  test('waits until the subscription is cancelled, according to Stripe rather than the last event', async () => {
    const payer = await stage.subscriber('basic');
    expect((await close(payer)).status).toBe(409);
    stage.peer.subscriptions.cancelAtPeriodEnd(await stage.subscriptionOf(payer), true);
    expect((await close(payer)).status).toBe(303);
  });

  test('ends all active subscriptions when the account is erased', async () => {
    const payer = await stage.subscriber('basic');
    const subscription = await stage.subscriptionOf(payer);
    stage.peer.subscriptions.cancelAtPeriodEnd(subscription, true);
    expect((await close(payer)).status).toBe(303);
    stage.peer.subscriptions.cancelAtPeriodEnd(subscription, false);
    stage.clock.advance(14 * DAY + 1000);
    stage.program.jobs.wake();
    await until('the erasure', async () => (await stage.right(payer)) === 'gone');
    expect(subscription.status).toBe('canceled');
    await stage.deliverAll();
    // Bills must be kept by law, but not the customer's identity, and not forever.
    const customer = stage.peer.ledger.find('customer', subscription.customer);
    expect(customer).toMatchObject({ name: null, email: null });
    const deletion = async () => stage.program.queue.find('delete-customer', subscription.customer);
    const years = (((await deletion())?.runAt ?? 0) - stage.clock.now()) / (365.25 * DAY);
    expect(years).toBeCloseTo(10, 1);
    await stage.program.db.orm
      .update(jobs)
      .set({ runAt: stage.clock.now() })
      .where(eq(jobs.kind, 'delete-customer'));
    stage.program.jobs.wake();
    await until('the deletion', async () => (await deletion())?.state === 'done');
    expect(customer?.deleted).toBe(true);
    expect(await stage.program.customers.findCustomer(payer.user.id)).toBeNull();
  });

  testOnce('leaves nothing at Stripe about a person who never paid', async () => {
    const looker = await stage.person();
    await stage.checkout(looker, 'basic');
    const { customerId } = (await stage.program.customers.findCustomer(looker.user.id)) ?? {};
    expect((await close(looker)).status).toBe(303);
    stage.clock.advance(14 * DAY + 1000);
    stage.program.jobs.wake();
    await until('the erasure', async () => (await stage.right(looker)) === 'gone');
    expect(stage.peer.ledger.find('customer', customerId ?? '')?.deleted).toBe(true);
    expect(await stage.program.customers.findCustomer(looker.user.id)).toBeNull();
  });
});

testOnce(`the history shows admins why a person has a plan, on ${dialect}`, async () => {
  const payer = await stage.subscriber('basic');
  await stage.checkout(payer, 'premium');
  stage.peer.payments.refund(await stage.subscriptionOf(payer));
  await stage.deliverAll();
  const admin = await stage.person();
  await stage.give(admin, 'admin');
  const historyOf = async ({ user }: Payer) => {
    const { json } = await call(admin, '/api/admin/user-data', {
      action: 'getUserHistory',
      userId: user.id,
    });
    return json.history.map(({ what }: { what: string }) => what);
  };
  expect(await historyOf(payer)).toEqual([
    'Role subscribed (Premium) → user, by Stripe: Premium subscription active, payment refunded',
    'Role subscribed (Basic) → subscribed (Premium), by Stripe: Premium subscription active',
    'Role user → subscribed (Basic), by Stripe: Basic subscription active',
    'Role user, signed up',
  ]);
  // Stripe may add states.
  const other = await stage.subscriber('basic');
  Object.assign(await stage.subscriptionOf(other), { status: 'on_hold' });
  expect((await verify(other)).status).toBe(200);
  expect((await historyOf(other))[0]).toBe(
    'Role subscribed (Basic) → user, by Stripe: Basic subscription on_hold',
  );
});
