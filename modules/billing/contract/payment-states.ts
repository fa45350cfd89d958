import { m } from '../../kit/texts/m.ts';

export type PaymentState = 'paid' | 'failed' | 'refunded' | 'disputed';

export const PAYMENT_NAMES: Record<PaymentState, () => string> = {
  paid: m.billing_payment_paid,
  failed: m.billing_payment_failed,
  refunded: m.billing_payment_refunded,
  disputed: m.billing_payment_disputed,
};
