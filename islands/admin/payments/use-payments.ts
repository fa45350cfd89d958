import { useEffect, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { PaymentsAnswer } from '../../../modules/admin/contract/payments.ts';
import { PAYMENT_STATES } from '../../../modules/billing/contract/payment-states.ts';
import { adminApi } from '../../browser/admin-api.ts';

/** Empty fields are not filtered. */
export interface PaymentFields {
  email: string;
  state: string;
  /** days, in UTC */
  from: string;
  to: string;
}

export const EMPTY_FIELDS: PaymentFields = { email: '', state: '', from: '', to: '' };

/** Everyone's payments, page by page, for the filter in the URL. */
export function usePayments() {
  // The server renders the view before any URL is known.
  const [asked, setFields] = useState<PaymentFields | null>(null);
  useEffect(() => setFields(readAddress(location.search)), []);
  const fields = asked ?? EMPTY_FIELDS;
  const request = requestOf(fields);
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<PaymentsAnswer, Error>(
    (page: number, before: PaymentsAnswer | null) =>
      asked === null || (page > 0 && !before?.next)
        ? null
        : ['payments', JSON.stringify({ ...request, ...(before?.next && { after: before.next }) })],
    ([, body]: [string, string]) => adminApi<PaymentsAnswer>('payments-data', JSON.parse(body)),
    // Loaded once: each load is dozens of calls to Stripe.
    { revalidateOnFocus: false, revalidateFirstPage: false, revalidateIfStale: false },
  );
  return {
    fields,
    request,
    payments: data?.flatMap(({ payments }) => payments) ?? [],
    hasMore: data?.at(-1)?.next != null,
    isLoading: isValidating || asked === null,
    error,
    again: () => void mutate(),
    more: () => void setSize(size + 1),
    go(next: PaymentFields): void {
      history.replaceState(null, '', addressOf(next));
      setFields(next);
    },
  };
}

function readAddress(search: string): PaymentFields {
  const params = new URLSearchParams(search);
  return {
    email: params.get('email')?.trim() ?? '',
    state: PAYMENT_STATES.find((one) => one === params.get('state')) ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  };
}

function addressOf(fields: PaymentFields): string {
  const chosen = Object.entries(fields).filter(([, value]) => value !== '');
  return `${location.pathname}?${new URLSearchParams([['view', 'payments'], ...chosen])}`;
}

const DAY_MS = 24 * 3600_000;

/** The end day is included. */
function requestOf({ email, state, from, to }: PaymentFields) {
  const end = to && new Date(Date.parse(to) + DAY_MS).toISOString();
  return {
    action: 'getPayments',
    ...(email && { email }),
    ...(state && { state }),
    ...(from && { from }),
    ...(end && { to: end }),
  };
}
