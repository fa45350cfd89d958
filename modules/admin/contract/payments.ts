import { z } from 'zod';
import type { PaymentState } from '../../billing/contract/payment-states.ts';
import { filterFields, words } from './fields.ts';
import { PAYMENT_FILTER } from './payment-filter.ts';

export const paymentFilter = filterFields(PAYMENT_FILTER);

/** POST /api/admin/payments-data: everyone's payments from Stripe, newest first */
export const paymentsDataRequest = z.strictObject({
  action: z.literal('getPayments'),
  ...paymentFilter,
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
