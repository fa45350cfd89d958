import type { BillingStage, Payer } from '../billing-stage.ts';
import type { Model } from './model.ts';

export interface Someone {
  payer: Payer;
  model: Model;
  /** Each person has their own generator, so that their history doesn't depend on anyone else's timing. */
  random(): number;
}

interface Step {
  name: string;
  /** Relative frequency. */
  weight: number;
  possible(model: Model): boolean;
  /** Performs the step with real calls, and in the model. */
  act(stage: BillingStage, someone: Someone): Promise<void>;
}

const always = () => true;
const runs = (model: Model) => model.running !== null;
/** The newest paid period has a charge that is neither refunded nor disputed. */
const hasCharge = ({ running }: Model) => running?.money === 'kept' && running.isCharged;
const buyable = (model: Model) => !runs(model) && model.expected() === 'user';

/** Actions of the person, their bank, the operator at Stripe, and admins. */
export const STEPS: Step[] = [
  { name: 'buy basic', weight: 8, possible: buyable, act: (stage, someone) => buy(stage, someone, 'basic') },
  {
    name: 'buy premium',
    weight: 6,
    possible: buyable,
    act: (stage, someone) => buy(stage, someone, 'premium'),
  },
  {
    name: 'look at the payment page and leave',
    weight: 1,
    possible: buyable,
    async act(stage, { payer }) {
      await sure(stage.checkout(payer, 'basic'));
    },
  },
  {
    name: 'upgrade',
    weight: 5,
    possible: (model) => model.expected() === 'basic' && runs(model),
    act: upgrade,
  },
  {
    name: 'change to basic in the portal',
    weight: 2,
    possible: (model) => model.running?.plan === 'premium' && model.running.state === 'paid',
    async act(stage, { payer, model }) {
      const subscription = await stage.subscriptionOf(payer);
      const [basic] = stage.peer.ledger.list('price').filter(({ unit_amount }) => unit_amount === 500);
      if (basic)
        stage.peer.subscriptions.changePrice(subscription, subscription.items.data[0]?.id ?? '', basic);
      model.downgrade();
    },
  },
  {
    name: 'cancel for the end of the period, or think again',
    weight: 4,
    possible: runs,
    async act(stage, { payer, model }) {
      const deal = model.running;
      if (!deal) return;
      deal.endsThen = !deal.endsThen;
      stage.peer.subscriptions.cancelAtPeriodEnd(await stage.subscriptionOf(payer), deal.endsThen);
    },
  },
  {
    name: 'cancel at once',
    weight: 2,
    possible: runs,
    async act(stage, { payer, model }) {
      stage.peer.subscriptions.end(await stage.subscriptionOf(payer));
      model.stop();
    },
  },
  {
    name: 'the card stops paying',
    weight: 5,
    possible: runs,
    async act(stage, { payer, model, random }) {
      model.card = random() < 0.7 ? 'declines' : 'asks';
      stage.peer.payments.setCard((await stage.subscriptionOf(payer)).customer, model.card);
    },
  },
  {
    name: 'a new card',
    weight: 4,
    possible: (model) => runs(model) && model.card !== 'pays',
    async act(stage, { payer, model }) {
      const subscription = await stage.subscriptionOf(payer);
      stage.peer.payments.setCard(subscription.customer, 'pays');
      stage.peer.subscriptions.payLatest(subscription);
      model.newCard();
    },
  },
  {
    name: 'pause, or go on',
    weight: 2,
    possible: runs,
    async act(stage, { payer, model }) {
      const subscription = await stage.subscriptionOf(payer);
      if (model.running?.state === 'paused') {
        stage.peer.subscriptions.resume(subscription);
        model.unpause(stage.clock.now());
      } else {
        stage.peer.subscriptions.pause(subscription);
        model.pause();
      }
    },
  },
  {
    name: 'refund',
    weight: 2,
    possible: hasCharge,
    async act(stage, { payer, model }) {
      stage.peer.payments.refund(await stage.subscriptionOf(payer));
      if (model.deal) model.deal.money = 'refunded';
    },
  },
  {
    name: 'the bank sends a refund back',
    weight: 10,
    possible: (model) => model.deal?.money === 'refunded',
    async act(stage, { payer, model }) {
      stage.peer.payments.failRefund(await stage.subscriptionOf(payer), true);
      if (model.deal) model.deal.money = 'kept';
    },
  },
  {
    name: 'dispute',
    weight: 2,
    possible: hasCharge,
    async act(stage, { payer, model }) {
      stage.peer.payments.dispute(await stage.subscriptionOf(payer));
      if (model.deal) model.deal.money = 'disputed';
    },
  },
  {
    name: 'a dispute is decided',
    weight: 40,
    possible: (model) => model.deal?.money === 'disputed',
    async act(stage, { payer, model, random }) {
      const outcome = random() < 0.5 ? 'won' : 'lost';
      stage.peer.payments.decideDispute(await stage.subscriptionOf(payer), outcome);
      if (model.deal) model.deal.money = outcome;
    },
  },
  {
    name: 'the bank only asks',
    weight: 2,
    possible: hasCharge,
    async act(stage, { payer, model }) {
      stage.peer.payments.inquire(await stage.subscriptionOf(payer));
      if (model.deal) model.deal.money = 'asked';
    },
  },
  {
    name: 'what the bank asked is answered, or not',
    weight: 40,
    possible: (model) => model.deal?.money === 'asked',
    async act(stage, { payer, model, random }) {
      const isAnswered = random() < 0.5;
      const outcome = isAnswered ? 'warning_closed' : 'needs_response';
      const charge = stage.peer.payments.lastCharge(await stage.subscriptionOf(payer));
      stage.peer.payments.endInquiry(charge, outcome);
      if (model.deal) model.deal.money = isAnswered ? 'kept' : 'disputed';
    },
  },
  {
    name: 'months without a charge, or with one again',
    weight: 4,
    possible: runs,
    async act(stage, { payer, model, random }) {
      const kinds = ['coupon', 'balance', 'transfer'] as const;
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'coupon';
      model.cover = model.cover ? null : kind;
      const { customer } = await stage.subscriptionOf(payer);
      stage.peer.payments.cover(customer, model.cover);
    },
  },
  {
    name: 'an admin or the beta gives',
    weight: 2,
    possible: always,
    async act(stage, { payer, model, random }) {
      const admin = random() < 0.2;
      model.given = admin ? 'admin' : 'legacy';
      model.everGiven = true;
      await stage.give(payer, admin ? 'admin' : 'subscribed', random() < 0.5 ? 'admin' : 'beta');
    },
  },
  {
    name: 'an admin takes back',
    weight: 3,
    possible: (model) => model.given !== 'user',
    async act(stage, { payer, model }) {
      model.given = 'user';
      await stage.give(payer, 'user');
    },
  },
  {
    name: 'an open page asks',
    weight: 2,
    possible: always,
    async act(_stage, { payer }) {
      const { status } = await payer.visitor.postJson('/api/verify-subscription');
      if (status !== 200) throw new Error(`the check answered ${status}`);
    },
  },
];

async function buy(stage: BillingStage, { payer, model }: Someone, plan: 'basic' | 'premium'): Promise<void> {
  const { url } = await sure(stage.checkout(payer, plan));
  stage.press(url);
  model.buy(plan, stage.clock.now());
}

/** Upgrades with any card: it pays, declines, or needs confirmation from the bank, which some people don't give. */
async function upgrade(stage: BillingStage, { payer, model, random }: Someone): Promise<void> {
  const { status, json } = await stage.checkout(payer, 'premium');
  if (model.card === 'declines') {
    if (status !== 402) throw new Error(`a declined upgrade answered ${status}`);
    return;
  }
  if (status !== 200) throw new Error(`the upgrade answered ${status} ${JSON.stringify(json)}`);
  if (model.card === 'asks') {
    if (random() < 0.3) return;
    stage.press(json.url);
  }
  model.upgrade();
}

async function sure(answer: ReturnType<BillingStage['checkout']>): Promise<Record<string, unknown>> {
  const { status, json } = await answer;
  if (status !== 200) throw new Error(`the checkout answered ${status} ${JSON.stringify(json)}`);
  return json;
}

/** Picks a possible step, at random by weight. */
export function pickStep({ model, random }: Someone): Step {
  const possible = STEPS.filter((step) => step.possible(model));
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const step of possible) {
    left -= step.weight;
    if (left < 0) return step;
  }
  return possible[0] as Step;
}
