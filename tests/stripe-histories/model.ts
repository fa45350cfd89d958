import type { Cover } from '../stripe-peer/invoices.ts';

/**
 * Computes a person's expected rights from the actions of the person, their bank and the operators, independently of
 * the program and the peer. Times are ms since the epoch.
 */
export type Plan = 'basic' | 'premium';
export type Expected = 'user' | 'basic' | 'legacy' | 'premium' | 'admin';

const DAY = 24 * 3600_000;

interface Deal {
  plan: Plan;
  state: 'paid' | 'late' | 'unpaid' | 'paused' | 'over';
  firstDay: number;
  /** Months paid or owed so far. */
  months: number;
  retries: number[];
  endsThen: boolean;
  /** The newest paid period was charged to the card, so it can be refunded. */
  isCharged: boolean;
  /** Status of the latest payment; `asked` means an inquiry by the bank. */
  money: 'kept' | 'asked' | 'refunded' | 'disputed' | 'won' | 'lost';
}

/** Payments reversed by the bank or the operator. */
const TAKEN: readonly Deal['money'][] = ['refunded', 'disputed', 'lost'];

export class Model {
  given: 'user' | 'legacy' | 'admin' = 'user';
  card: 'pays' | 'declines' | 'asks' = 'pays';
  /** Pays for upcoming periods in place of the card. */
  cover: Cover | null = null;
  everPaid = false;
  everGiven = false;
  deal: Deal | null = null;
  readonly givesUp: 'over' | 'unpaid';

  /** @param givesUp final state of a plan whose card never pays again */
  constructor(givesUp: 'over' | 'unpaid') {
    this.givesUp = givesUp;
  }

  expected(): Expected {
    if (this.given === 'admin') return 'admin';
    const { deal } = this;
    const pays = deal && (deal.state === 'paid' || deal.state === 'late') && !TAKEN.includes(deal.money);
    const order: Expected[] = ['user', 'basic', 'legacy', 'premium'];
    const entitlements: Expected[] = [this.given, pays ? deal.plan : 'user'];
    return order[Math.max(...entitlements.map((right) => order.indexOf(right)))] as Expected;
  }

  /** The plan unless it has ended, whatever the state of its payments. */
  get running(): Deal | null {
    return this.deal && this.deal.state !== 'over' ? this.deal : null;
  }

  buy(plan: Plan, now: number): void {
    this.card = 'pays';
    this.everPaid = true;
    this.deal = {
      plan,
      state: 'paid',
      firstDay: Math.floor(now / 1000) * 1000,
      months: 1,
      retries: [],
      endsThen: false,
      isCharged: this.cover === null,
      money: 'kept',
    };
  }

  /** The person has paid the difference. */
  upgrade(): void {
    const deal = this.sure();
    Object.assign(deal, { plan: 'premium', isCharged: true, money: 'kept', retries: [] });
    if (deal.state === 'late') deal.state = 'paid';
  }

  /** Switches to a cheaper plan immediately, without a payment. */
  downgrade(): void {
    const deal = this.sure();
    deal.plan = 'basic';
    if (deal.state === 'late') deal.state = 'paid';
    deal.retries = [];
  }

  stop(): void {
    const deal = this.sure();
    deal.state = 'over';
    deal.retries = [];
  }

  pause(): void {
    Object.assign(this.sure(), { state: 'paused', retries: [] });
  }

  unpause(now: number): void {
    Object.assign(this.sure(), {
      state: 'paid',
      isCharged: this.cover === null,
      money: 'kept',
      firstDay: Math.floor(now / 1000) * 1000,
      months: 1,
    });
  }

  /** The person enters another card, and any debt is paid immediately. */
  newCard(): void {
    this.card = 'pays';
    const { running } = this;
    if (running?.state === 'late' || running?.state === 'unpaid')
      this.owedIsPaid(running, this.cover !== 'transfer');
  }

  /** Advances the plan to this time. */
  until(now: number): void {
    for (let deal = this.running; deal && deal.state !== 'paused'; deal = this.running) {
      const renewal = later(deal.firstDay, deal.months);
      const retry = deal.retries[0] ?? Number.POSITIVE_INFINITY;
      if (Math.min(renewal, retry) > now) return;
      if (retry <= renewal) this.tryAgain(deal);
      else this.renew(deal, renewal);
    }
  }

  private renew(deal: Deal, at: number): void {
    deal.months += 1;
    if (deal.endsThen) this.stop();
    else if (deal.state === 'unpaid') return;
    else if (this.card === 'pays' || this.cover) this.owedIsPaid(deal, this.cover === null);
    else {
      deal.state = 'late';
      deal.retries = [3, 5, 7].map((days) => at + days * DAY);
    }
  }

  private tryAgain(deal: Deal): void {
    deal.retries.shift();
    if (this.card === 'pays' || this.cover === 'transfer') this.owedIsPaid(deal, this.cover !== 'transfer');
    else if (deal.retries.length === 0) deal.state = this.givesUp;
  }

  private owedIsPaid(deal: Deal, isCharged: boolean): void {
    Object.assign(deal, { state: 'paid', isCharged, money: 'kept', retries: [] });
  }

  private sure(): Deal {
    if (!this.deal) throw new Error('there is no plan');
    return this.deal;
  }
}

/** The same day of the month, `months` later, or the last day of a shorter month. */
function later(day: number, months: number): number {
  const at = new Date(day);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const date = Math.min(at.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, date) + (day % DAY);
}
