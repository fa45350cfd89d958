import { z } from 'zod';
import { PAYMENT_STATES, type PaymentState } from '../../billing/contract/payment-states.ts';
import { moment, words } from './fields.ts';

const filter = {
  /** the whole address */
  email: words(254).trim().optional(),
  /** refunded ones are also those of which a part went back */
  state: z.enum(PAYMENT_STATES).optional(),
  from: moment,
  to: moment,
};

export const paymentFilter = z.strictObject(filter);
export type PaymentFilter = z.output<typeof paymentFilter>;

/** POST /api/admin/payments-data: everybody's payments, the newest first, as Stripe has them */
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
  /** the part that went back so far */
  refunded: string | null;
  state: PaymentState;
  /** the same as numbers, for files */
  exact: { amount: string; refunded: string | null; currency: string };
}

export interface PaymentsAnswer {
  payments: PaymentRow[];
  /** place of the next page; null behind the last one */
  next: string | null;
}
