import { utcText } from '../../kit/clock.ts';
import type { PaymentFilter } from '../contract/payment-filter.ts';
import type { PaymentRow, PaymentsAnswer } from '../contract/payments.ts';
import type { PaymentsAnswer as PersonPayments } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import { atStripe } from './at-stripe.ts';

type ListDeps = Pick<AdminDeps, 'billing' | 'log' | 'store'>;

/** Minimum rows per page, if there are enough. */
const ROWS = 20;
/** Maximum Stripe pages that one call searches for them. */
const MAX_PAGES = 10;

/** A user's payments. @throws AppError 502 if Stripe doesn't answer */
export async function readPayments({ billing, log }: ListDeps, userId: string): Promise<PersonPayments> {
  const payments = await atStripe(log, () => billing.listPayments(userId));
  return {
    payments: payments.map(({ id, amount, refunded, state, at }) => ({
      id,
      amount: amount.text,
      refunded: refunded?.text ?? null,
      state,
      at: utcText(at),
    })),
  };
}

/**
 * Everyone's payments, newest first.
 * @param after `next` of the previous answer
 * @throws AppError 502 if Stripe doesn't answer
 */
export async function listPayments(
  deps: ListDeps,
  filter: PaymentFilter,
  after: string | undefined,
): Promise<PaymentsAnswer> {
  const payments: PaymentRow[] = [];
  let next = after ?? null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const part = await paymentsAfter(deps, filter, next);
    payments.push(...part.rows);
    next = part.after;
    if (next === null || payments.length >= ROWS) break;
  }
  return { payments, next };
}

/** A filtered page of Stripe's list. */
export async function paymentsAfter(
  { billing, log, store }: ListDeps,
  { email, state, from, to }: PaymentFilter,
  after: string | null,
): Promise<{ rows: PaymentRow[]; after: string | null }> {
  const userId = email ? await store.findUserByEmail(email) : undefined;
  if (userId === null) return { rows: [], after: null };
  const { payments, next } = await atStripe(log, () => billing.paymentsAfter({ userId, from, to }, after));
  const emails = await store.emailsOf([...new Set(payments.map((one) => one.userId))]);
  const rows = payments
    .filter((one) => !state || one.state === state || (state === 'refunded' && one.refunded !== null))
    .map((one) => ({
      id: one.id,
      at: utcText(one.at),
      user_id: one.userId,
      email: emails.get(one.userId) ?? null,
      what: one.what,
      amount: one.amount.text,
      refunded: one.refunded?.text ?? null,
      state: one.state,
      exact: { amount: one.amount.exact, refunded: one.refunded?.exact ?? null, currency: one.currency },
    }));
  return { rows, after: next };
}
