import { z } from 'zod';
import { PAYMENT_STATES, type PaymentState } from '../../billing/contract/payment-states.ts';
import { moment, words } from './fields.ts';

const filter = {
  /** the full address */
  email: words(254).trim().optional(),
  /** `refunded` includes partial refunds */
  state: z.enum(PAYMENT_STATES).optional(),
  from: moment,
  to: moment,
};

export const paymentFilter = z.strictObject(filter);
export type PaymentFilter = z.output<typeof paymentFilter>;

/** POST /api/admin/payments-data: everyone's payments from Stripe, newest first */
export const paymentsDataRequest = z.strictObject({
  action: z.literal('getPayments'),
  ...filter,
  after: words(255).optional(),
});

export interface PaymentRow {
  /** Stripe's id of the charge */
  id: string;
  at: string;
  user_id: string;
  /** null for an erased account */
  email: string | null;
  what: string;
  /** `$5` */
  amount: string;
  /** the amount refunded so far */
  refunded: string | null;
  state: PaymentState;
  /** the same as numbers, for files */
  exact: { amount: string; refunded: string | null; currency: string };
}

export interface PaymentsAnswer {
  payments: PaymentRow[];
  /** cursor of the next page; null after the last */
  next: string | null;
}
