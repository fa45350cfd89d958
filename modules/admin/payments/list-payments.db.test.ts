import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { type BillingStage, openBillingStage, type Payer } from '../../../tests/billing-stage.ts';
import type { Visitor } from '../../../tests/program.ts';
import { users } from '../../auth/tables.ts';
import type { PaymentRow, PaymentsAnswer } from '../contract/payments.ts';

const DAY = 24 * 3600_000;
let stage: BillingStage;
let admin: Visitor;
beforeAll(async () => {
  stage = await openBillingStage({ faults: { dropped: 0, repeated: 0 } });
  admin = stage.program.visitor();
  await admin.openLink(await stage.program.adminLink());
});
afterAll(() => stage.close());

async function ask(filter: object = {}): Promise<PaymentsAnswer> {
  const answer = await admin.postJson('/api/admin/payments-data', { action: 'getPayments', ...filter });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function csv(filter: object = {}): Promise<string[]> {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) });
  const answer = await admin.get(`/api/admin/export/payments?${query}`);
  return (await answer.text()).trim().split('\r\n');
}

const charge = (customer: string, amount: number) =>
  stage.peer.ledger.add('charge', {
    customer,
    payment_intent: '',
    amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    paid: true,
    currency: 'usd',
  });

describe(`the list of payments, on ${dialect}`, () => {
  let ada: Payer;
  let bob: Payer;
  const rowsOf = (rows: PaymentRow[], { user }: Payer) => rows.filter(({ user_id }) => user_id === user.id);

  beforeAll(async () => {
    [ada, bob] = [await stage.subscriber('basic'), await stage.subscriber('premium')];
    // A customer who buys something else from the same company.
    const stranger = stage.peer.ledger.add('customer', {
      email: 'mug@example.com',
      name: null,
      metadata: {},
    });
    charge(stranger.id, 1234);
    stage.clock.advance(32 * DAY);
    stage.peer.subscriptions.catchUp();
    await stage.staySignedIn();
    stage.peer.payments.refund(await stage.subscriptionOf(ada));
    stage.peer.payments.dispute(await stage.subscriptionOf(bob));
    await stage.deliverAll();
  });

  test('shows who paid, when, for what, and refunds', async () => {
    const { payments, next } = await ask();
    expect(next).toBeNull();
    expect(payments).toHaveLength(4);
    expect(payments.map(({ at }) => at)).toEqual(
      payments
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(rowsOf(payments, ada)).toMatchObject([
      { email: ada.user.email, amount: '$5', refunded: '$5', state: 'refunded' },
      {
        amount: '$5',
        refunded: null,
        state: 'paid',
        what: expect.stringMatching(/^Basic, \w+ \d+ – \w+ \d+$/),
      },
    ]);
    expect(rowsOf(payments, bob)).toMatchObject([{ amount: '$30', state: 'disputed' }, { state: 'paid' }]);
  });

  test('is filtered by person, state and days, separately and combined, in the list and its CSV file', async () => {
    const { email } = ada.user;
    const to = new Date(stage.clock.now() - 10 * DAY).toISOString();
    const cases: [object, number][] = [
      [{ email: ` ${email.toUpperCase()} ` }, 2],
      [{ email: 'nobody@example.com' }, 0],
      [{ state: 'disputed' }, 1],
      [{ state: 'failed' }, 0],
      [{ to }, 2],
      [{ from: to }, 2],
      [{ email, state: 'refunded', from: to }, 1],
      [{ email, state: 'refunded', to }, 0],
    ];
    for (const [filter, count] of cases) {
      expect((await ask(filter)).payments, JSON.stringify(filter)).toHaveLength(count);
    }
    const [titles, line, ...more] = await csv({ email, state: 'refunded' });
    expect(more).toEqual([]);
    expect(titles).toBe('charge,at,user_id,email,what,amount,refunded,currency,state');
    expect(line).toMatch(/,5\.00,5\.00,USD,refunded$/);
  });

  test('shows a partial refund and a change of plan', async () => {
    const payer = await stage.subscriber('basic');
    await stage.checkout(payer, 'premium');
    await stage.deliverAll();
    const [upgrade] = stage.peer.ledger.list('charge', (await stage.subscriptionOf(payer)).customer);
    Object.assign(upgrade ?? {}, { amount_refunded: 100 });
    const { payments } = await ask({ email: payer.user.email });
    expect(payments).toMatchObject([
      { what: 'Change to Premium', refunded: '$1', state: 'paid' },
      { what: expect.stringMatching(/^Basic,/), refunded: null },
    ]);
    expect((await ask({ email: payer.user.email, state: 'refunded' })).payments).toHaveLength(1);
  });

  test('continues after a page’s end, past customers of other shops', async () => {
    const { customer } = await stage.subscriptionOf(ada);
    for (let made = 0; made < 70; made += 1) charge(made % 2 ? customer : 'cus_of_another_shop', 100 + made);
    const rows: PaymentRow[] = [];
    let after: string | undefined;
    do {
      const page: PaymentsAnswer = await ask({ ...(after && { after }) });
      rows.push(...page.payments);
      after = page.next ?? undefined;
    } while (after);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rowsOf(rows, ada)).toHaveLength(2 + 35);
    expect(await csv()).toHaveLength(rows.length + 1);
  });

  test('omits the name of an erased account, and shows Stripe’s message on errors', async () => {
    const { orm } = stage.program.db;
    await orm.update(users).set({ email: '', emailKey: '' }).where(eq(users.id, bob.user.id));
    const { payments } = await ask({ state: 'disputed' });
    expect(payments).toMatchObject([{ user_id: bob.user.id, email: null }]);
    stage.peer.interfere(async ({ url }) =>
      url.includes('/v1/charges')
        ? Response.json({ error: { type: 'invalid_request_error', message: 'Not today.' } }, { status: 400 })
        : null,
    );
    const answer = await admin.postJson('/api/admin/payments-data', { action: 'getPayments' });
    expect([answer.status, await answer.json()]).toEqual([
      502,
      { error: 'Stripe couldn’t do this: Not today.', code: 'stripe' },
    ]);
    stage.peer.interfere(null);
  });
});
