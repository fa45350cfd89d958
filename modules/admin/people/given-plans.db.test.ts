import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { type BillingStage, openBillingStage, type Payer } from '../../../tests/billing-stage.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import type { Visitor } from '../../../tests/program.ts';
import { accountChanges } from '../../auth/tables.ts';
import type { FiguresAnswer } from '../contract/figures.ts';
import type { PaymentsAnswer, PersonAnswer } from '../contract/people/person.ts';

const DAY = 24 * 3600_000;
let stage: BillingStage;
let admin: Visitor;
beforeAll(async () => {
  // The clock moves ahead by months; today's mails must not be swept as old.
  stage = await openBillingStage({ env: { OUTBOX_DAYS: '3650' } });
  admin = stage.program.visitor();
  await admin.openLink(await stage.program.adminLink());
});
afterAll(() => stage.close());

async function ask(body: object) {
  const answer = await admin.postJson('/api/admin/person-data', body);
  return { status: answer.status, json: await answer.json() };
}
const give = (userId: string, tier: string, until?: number) =>
  ask({
    action: 'givePlan',
    userId,
    tier,
    reason: 'for the trouble',
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  });
const personOf = async (userId: string): Promise<PersonAnswer> =>
  (await ask({ action: 'getPerson', userId })).json;
const paymentsOf = async ({ user }: Payer): Promise<PaymentsAnswer['payments']> =>
  (await ask({ action: 'getPayments', userId: user.id })).json.payments;

/** Runs the nightly job. */
const endGiven = () =>
  stage.program.schedules.find(({ name }) => name === 'end-given-plans')?.run(new AbortController().signal);

describe(`plans that operators give, on ${dialect}`, () => {
  test('last to the end of the given day, and leave paid plans alone', async () => {
    const [gifted, payer] = [await stage.person(), await stage.subscriber('basic')];
    const until = stage.clock.now() + 30 * DAY;
    expect(await give(gifted.user.id, 'basic', until)).toMatchObject({ status: 200 });
    expect(await give(payer.user.id, 'premium', until)).toMatchObject({ status: 200 });
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['basic', 'premium']);
    const { plan, history } = await personOf(gifted.user.id);
    expect(plan).toMatchObject({ limit: 5, source: 'by an admin', until: expect.any(String) });
    expect(history.some(({ what }) => what.startsWith('Plan given: Basic until '))).toBe(true);
    const mails = await readOutbox(stage.program.dataDir);
    expect(mails.filter((mail) => mail.includes('We have given you the')).length).toBe(2);

    // A Stripe event must not take away what was given.
    await stage.deliverAll();
    await endGiven();
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['basic', 'premium']);

    stage.clock.advance(31 * DAY);
    await stage.staySignedIn();
    stage.peer.subscriptions.catchUp();
    await Promise.all([endGiven(), endGiven()]);
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['user', 'basic']);
    await endGiven();
    const ended = (await stage.program.db.orm.select().from(accountChanges)).filter(
      ({ source }) => source === 'ended',
    );
    expect(ended.map(({ userId }) => userId).toSorted()).toEqual([gifted.user.id, payer.user.id].toSorted());
    await stage.deliverAll();
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['user', 'basic']);
  });

  testOnce('are taken away with a reason and a mail; paid plans stay', async () => {
    const [gifted, payer, plain] = [
      await stage.person(),
      await stage.subscriber('basic'),
      await stage.person(),
    ];
    const take = (userId: string) => ask({ action: 'takePlan', userId, reason: 'a mistake' });
    expect((await take(plain.user.id)).status).toBe(409);
    expect((await take(payer.user.id)).status).toBe(409);
    await give(gifted.user.id, 'premium');
    await give(payer.user.id, 'premium');
    expect((await personOf(gifted.user.id)).plan.is_given).toBe(true);
    const both = await Promise.all([take(gifted.user.id), take(gifted.user.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await take(payer.user.id)).status).toBe(200);
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['user', 'basic']);
    await stage.deliverAll();
    await endGiven();
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['user', 'basic']);
    const { plan, history } = await personOf(gifted.user.id);
    expect(plan.is_given).toBe(false);
    expect(history.map(({ what }) => what)).toContain('Plan taken away: a mistake');
    const mails = (await readOutbox(stage.program.dataDir)).filter((mail) =>
      mail.includes('Your gift plan has ended'),
    );
    expect(mails).toHaveLength(2);
    expect(mails.filter((mail) => mail.includes('You keep the Basic plan that you pay for'))).toHaveLength(1);
  });

  testOnce('can be permanent, but can’t go to admins or end on a past day', async () => {
    const { user } = await stage.person();
    expect(await give(user.id, 'premium')).toMatchObject({ status: 200 });
    await endGiven();
    expect((await personOf(user.id)).plan).toMatchObject({ limit: null, until: null });
    expect(await give(user.id, 'basic', stage.clock.now() - DAY)).toMatchObject({ status: 400 });
    const { id } = (await admin.person()) ?? { id: '' };
    expect(await give(id, 'basic')).toMatchObject({ status: 409 });
    expect(await give('nobody', 'basic')).toMatchObject({ status: 404 });
  });
});

describe(`payments and closing, on ${dialect}`, () => {
  testOnce('the last payment is refunded through Stripe once, and its plan ends', async () => {
    const [payer, other] = [await stage.subscriber('premium'), await stage.subscriber('basic')];
    const [payment] = await paymentsOf(payer);
    expect(payment).toMatchObject({ amount: '$30', state: 'paid' });
    const inGerman = (body: object) =>
      admin.send('POST', '/api/admin/person-data', {
        headers: { 'content-type': 'application/json', 'accept-language': 'de' },
        body: JSON.stringify(body),
      });
    const refund = (userId: string, chargeId = payment?.id) =>
      inGerman({ action: 'refund', userId, chargeId, reason: 'it never drew' });
    expect(await refund(other.user.id)).toMatchObject({ status: 404 });
    expect(await refund(payer.user.id)).toMatchObject({ status: 200 });
    expect(await paymentsOf(payer)).toMatchObject([{ state: 'refunded' }]);
    expect(await stage.right(payer)).toBe('user');
    expect(await refund(payer.user.id)).toMatchObject({ status: 409 });
    await stage.deliverAll();
    expect([await stage.right(payer), await stage.right(other)]).toEqual(['user', 'basic']);
    // Each in the language of its reader, not of the operator.
    const { history } = await personOf(payer.user.id);
    expect(history.some(({ what }) => what.includes('$30'))).toBe(true);
    expect(history.some(({ what }) => what.includes('Premium subscription active, payment refunded'))).toBe(
      true,
    );
    const german = await (await inGerman({ action: 'getPerson', userId: payer.user.id })).text();
    expect(german).toContain('Abo Premium: aktiv, Zahlung: erstattet');
    const mails = await readOutbox(stage.program.dataDir);
    expect(mails.some((mail) => mail.includes('Your refund of $30'))).toBe(true);
  });

  test.each([
    ['keep', 'active', false, /continues: the next payment is due on/],
    ['end-now', 'canceled', false, /has ended\. Nothing more will be charged/],
    ['end-with-period', 'active', true, /Stripe ends your subscription on .*\. Nothing more will be charged/],
  ] as const)(
    'a refund treats the subscription as the operator chose, and mail and page say how: %s',
    async (subscription, status, cancels, words) => {
      const payer = await stage.subscriber('basic');
      const [payment] = await paymentsOf(payer);
      const asked = { action: 'refund', userId: payer.user.id, chargeId: payment?.id, subscription };
      const { json } = await ask({ ...asked, reason: 'it never drew' });
      expect(json.text).toMatch(words);
      const mails = await readOutbox(stage.program.dataDir);
      const mail = mails.find((one) => one.includes(payer.user.email) && one.includes('refund of $5'));
      expect(mail?.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')).toMatch(words);
      const atStripe = await stage.subscriptionOf(payer);
      expect([atStripe.status, atStripe.cancel_at_period_end]).toEqual([status, cancels]);
      expect(await stage.right(payer)).toBe('user');
    },
  );

  testOnce('a cancellation that failed after its refund succeeds when requested again', async () => {
    const payer = await stage.subscriber('basic');
    const [payment] = await paymentsOf(payer);
    const refund = (subscription: string) =>
      ask({ action: 'refund', userId: payer.user.id, chargeId: payment?.id, subscription, reason: 'sorry' });
    stage.peer.interfere(async ({ url, method }) =>
      method === 'DELETE' && url.includes('/v1/subscriptions/')
        ? Response.json({ error: { type: 'api_error', message: 'Out of order.' } }, { status: 500 })
        : null,
    );
    expect(await refund('end-now')).toMatchObject({
      status: 502,
      json: {
        error: expect.stringMatching(/^\$5 was refunded\. Stripe didn’t end the subscription: Out of order/),
      },
    });
    stage.peer.interfere(null);
    expect(await paymentsOf(payer)).toMatchObject([{ state: 'refunded', refunded: '$5' }]);
    expect((await stage.subscriptionOf(payer)).status).toBe('active');
    expect(await refund('keep')).toMatchObject({ status: 409 });
    expect(await refund('end-now')).toMatchObject({ status: 200 });
    expect((await stage.subscriptionOf(payer)).status).toBe('canceled');
    expect(await refund('end-now')).toMatchObject({ status: 409 });
  });

  test('when two operators refund a payment at the same time, it is recorded once and one mail goes out', async () => {
    const payer = await stage.subscriber('basic');
    const [payment] = await paymentsOf(payer);
    const asked = { action: 'refund', userId: payer.user.id, chargeId: payment?.id, reason: 'sorry' };
    const [isHeld, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let next: 'refund' | 'look' | 'nothing' = 'refund';
    stage.peer.interfere(async ({ url, method }) => {
      if (next === 'refund' && method === 'POST' && url.includes('/v1/refunds')) next = 'look';
      else if (next === 'look' && method === 'GET') {
        next = 'nothing';
        isHeld.resolve();
        await hold.promise;
      }
      return null;
    });
    const first = ask(asked);
    await isHeld.promise;
    const second = await ask(asked);
    hold.resolve();
    stage.peer.interfere(null);
    expect([(await first).status, second.status]).toEqual([200, 200]);
    const { history } = await personOf(payer.user.id);
    expect(history.filter(({ what }) => what.startsWith('Payment refunded: $5, '))).toHaveLength(1);
    const mails = await readOutbox(stage.program.dataDir);
    const about = mails.filter((one) => one.includes(payer.user.email) && one.includes('refund of $5'));
    expect(about).toHaveLength(1);
  });

  testOnce('a payment under inquiry by the bank can be refunded', async () => {
    const payer = await stage.subscriber('basic');
    stage.peer.payments.inquire(await stage.subscriptionOf(payer));
    const [payment] = await paymentsOf(payer);
    expect(payment).toMatchObject({ state: 'paid' });
    const asked = { action: 'refund', userId: payer.user.id, chargeId: payment?.id, reason: 'sorry' };
    expect(await ask(asked)).toMatchObject({ status: 200 });
  });

  testOnce('an account is closed at its owner’s request, unless they still pay', async () => {
    const [owner, payer] = [await stage.person(), await stage.subscriber('basic')];
    const close = ({ user }: Payer) => ask({ action: 'closeAccount', userId: user.id, reason: 'they wrote' });
    expect(await close(payer)).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('End it at Stripe first') },
    });
    expect(await owner.visitor.person()).not.toBeNull();
    expect(await close(owner)).toMatchObject({ status: 200 });
    expect(await owner.visitor.person()).toBeNull();
    expect((await personOf(owner.user.id)).user.erasure_at).not.toBeNull();
    expect(await close(owner)).toMatchObject({ status: 409 });
    const mails = await readOutbox(stage.program.dataDir);
    expect(mails.some((mail) => mail.includes('As you asked us to, we have closed'))).toBe(true);
  });

  testOnce('Stripe’s rejection is reported, and nothing is recorded', async () => {
    const payer = await stage.subscriber('basic');
    const [payment] = await paymentsOf(payer);
    stage.peer.interfere(async ({ url }) =>
      url.includes('/v1/refunds')
        ? Response.json({ error: { type: 'invalid_request_error', message: 'No funds.' } }, { status: 400 })
        : null,
    );
    const asked = { action: 'refund', userId: payer.user.id, chargeId: payment?.id, reason: 'x' };
    expect(await ask(asked)).toMatchObject({
      status: 502,
      json: { error: 'Stripe couldn’t do this: No funds.' },
    });
    stage.peer.interfere(null);
    expect(await stage.right(payer)).toBe('basic');
  });
});

describe(`people and figures, on ${dialect}`, () => {
  const listed = async (filter: object): Promise<string[]> => {
    const asked = { action: 'getAllUsers', page: 1, limit: 100, ...filter };
    const answer = await (await admin.postJson('/api/admin/user-data', asked)).json();
    return answer.users.map(({ id }: { id: string }) => id);
  };

  test('people are found and mailed by the source of their plan and by their last visit', async () => {
    const [payer, gifted, lapsed] = [
      await stage.subscriber('basic'),
      await stage.person(),
      await stage.subscriber('basic'),
    ];
    await give(gifted.user.id, 'premium');
    stage.peer.subscriptions.end(await stage.subscriptionOf(lapsed));
    await stage.deliverAll();
    // The event may be lost; an open page checks by itself.
    await lapsed.visitor.postJson('/api/verify-subscription', undefined);
    for (const [plan, payerOf, others] of [
      ['paid', payer, [gifted, lapsed]],
      ['given', gifted, [payer, lapsed]],
      ['lapsed', lapsed, [payer, gifted]],
    ] as const) {
      const found = await listed({ plan });
      expect(found, plan).toContain(payerOf.user.id);
      for (const { user } of others) expect(found, plan).not.toContain(user.id);
      const mailed = await admin.postJson('/api/admin/mail-jobs', {
        kind: 'service',
        subject: `To ${plan}`,
        content: 'Hello.',
        filter: { plan },
      });
      const { id } = await mailed.json();
      const job = await (await admin.get(`/api/admin/mail-jobs/${id}`)).json();
      expect(job.total).toBe(found.length);
    }
    expect(await listed({ seen: 'week' })).toContain(payer.user.id);
    expect(await listed({ seen: 'longer' })).not.toContain(payer.user.id);
    const bySeen = await listed({ sort: 'seen' });
    expect(bySeen.indexOf(lapsed.user.id)).toBeLessThan(bySeen.length);
    stage.clock.advance(40 * DAY);
    await stage.staySignedIn();
    expect(await listed({ seen: 'longer' })).toContain(payer.user.id);
    await payer.visitor.person();
    const csv = await (await admin.get('/api/admin/export/people?filter={"seen":"longer"}')).text();
    expect(csv).toContain(gifted.user.id);
    expect((await admin.get('/api/admin/export/people?filter={"seen":"never"}')).status).toBe(400);
  });

  test('figures show who came, who paid and Stripe’s revenue', async () => {
    const figures = async (step: string): Promise<FiguresAnswer> =>
      (await admin.postJson('/api/admin/figures-data', { action: 'getFigures', step })).json();
    const [before] = (await figures('month')).rows;
    const payer = await stage.subscriber('premium');
    await payer.visitor.person();
    stage.clock.advance(11 * 60_000);
    const { rows, sells } = await figures('month');
    expect(sells).toBe(true);
    expect(rows).toHaveLength(24);
    expect(rows[0]).toMatchObject({
      sign_ups: (before?.sign_ups ?? 0) + 1,
      new_payers: (before?.new_payers ?? 0) + 1,
      active: (before?.active ?? 0) + 1,
      cost_usd: null,
      paid: [expect.stringMatching(/^\$\d+$/)],
    });
    const dollars = (row: FiguresAnswer['rows'][number] | undefined) => Number(row?.paid?.[0]?.slice(1) ?? 0);
    expect(dollars(rows[0]) - dollars(before)).toBe(30);
    stage.peer.interfere(async () => Response.json({}, { status: 500 }));
    stage.clock.advance(11 * 60_000);
    expect((await figures('day')).rows[0]).toMatchObject({ paid: null });
    stage.peer.interfere(null);
  });
});

testOnce('a given plan doesn’t replace a better paid one', async () => {
  const payer = await stage.subscriber('premium');
  expect(await give(payer.user.id, 'basic', stage.clock.now() + 30 * DAY)).toMatchObject({ status: 200 });
  expect(await stage.right(payer)).toBe('premium');
});
