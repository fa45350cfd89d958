import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { type BillingStage, openBillingStage, type Payer } from '../../../tests/billing-stage.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import type { Visitor } from '../../../tests/program.ts';
import { accountChanges } from '../../auth/tables.ts';
import type { PaymentsAnswer, PersonAnswer } from '../schemas/person.ts';

const DAY = 24 * 3600_000;
let stage: BillingStage;
let admin: Visitor;
beforeAll(async () => {
  stage = await openBillingStage();
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

/** The nightly job, as if it were its hour. */
const endGiven = () =>
  stage.program.schedules.find(({ name }) => name === 'end-given-plans')?.run(new AbortController().signal);

describe(`plans that operators give, on ${dialect}`, () => {
  test('last to the end of the day that is named, and leave what is paid for', async () => {
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

    // An event of Stripe takes nothing away that was given.
    await stage.deliverAll();
    await endGiven();
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['basic', 'premium']);

    stage.clock.advance(31 * DAY);
    await stage.staySignedIn();
    stage.peer.subscriptions.catchUp();
    await endGiven();
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['user', 'basic']);
    await endGiven();
    const ended = (await stage.program.db.orm.select().from(accountChanges)).filter(
      ({ source }) => source === 'ended',
    );
    expect(ended.map(({ userId }) => userId).toSorted()).toEqual([gifted.user.id, payer.user.id].toSorted());
    await stage.deliverAll();
    expect([await stage.right(gifted), await stage.right(payer)]).toEqual(['user', 'basic']);
  });

  test('can be given for good, and not to admins, nor until a day that is over', async () => {
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
  test('the last payment goes back through Stripe once, and its plan ends', async () => {
    const [payer, other] = [await stage.subscriber('premium'), await stage.subscriber('basic')];
    const [payment] = await paymentsOf(payer);
    expect(payment).toMatchObject({ amount: '$30', state: 'paid' });
    const refund = (userId: string, chargeId = payment?.id) =>
      ask({ action: 'refund', userId, chargeId, reason: 'it never drew' });
    expect(await refund(other.user.id)).toMatchObject({ status: 404 });
    expect(await refund(payer.user.id)).toMatchObject({ status: 200 });
    expect(await paymentsOf(payer)).toMatchObject([{ state: 'refunded' }]);
    expect(await stage.right(payer)).toBe('user');
    expect(await refund(payer.user.id)).toMatchObject({ status: 409 });
    await stage.deliverAll();
    expect([await stage.right(payer), await stage.right(other)]).toEqual(['user', 'basic']);
    expect((await personOf(payer.user.id)).history.some(({ what }) => what.includes('$30'))).toBe(true);
    const mails = await readOutbox(stage.program.dataDir);
    expect(mails.some((mail) => mail.includes('We have given $30 back to you'))).toBe(true);
  });

  test('an account is closed for an owner who asked, not for one who still pays', async () => {
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

  test('where Stripe refuses, that is said, and nothing is noted', async () => {
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
      json: { error: 'Stripe did not do it: No funds.' },
    });
    stage.peer.interfere(null);
    expect(await stage.right(payer)).toBe('basic');
  });
});
