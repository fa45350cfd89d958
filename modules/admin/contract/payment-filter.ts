import type { PaymentState } from '../../billing/contract/payment-states.ts';
import { m } from '../../kit/texts/m.ts';
import type { FilterOf, FilterTable } from './list-filter.ts';

export const PAYMENT_STATES = {
  paid: m.admin_payments_state_paid,
  failed: m.admin_payments_state_failed,
  refunded: m.admin_payments_state_refunded,
  disputed: m.admin_payments_state_disputed,
} as const satisfies Record<PaymentState, () => string>;

/** Answered by Stripe. */
export const PAYMENT_FILTER = {
  /** the full address */
  email: {
    kind: 'words',
    label: m.admin_payments_filter_person,
    placeholder: m.admin_payments_filter_person_placeholder,
  },
  /** `refunded` includes partial refunds */
  state: {
    kind: 'choice',
    choices: PAYMENT_STATES,
    label: m.admin_payments_filter_state,
    all: m.admin_payments_filter_state_all,
  },
  from: {
    kind: 'day',
    bound: 'from',
    group: m.admin_payments_filter_days,
    label: m.admin_payments_filter_from,
  },
  to: {
    kind: 'day',
    bound: 'to',
    group: m.admin_payments_filter_days,
    label: m.admin_payments_filter_to,
  },
} as const satisfies FilterTable;

export type PaymentFilter = FilterOf<typeof PAYMENT_FILTER>;
