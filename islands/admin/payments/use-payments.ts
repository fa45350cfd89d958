import { useState } from 'react';
import { PAYMENT_FILTER } from '../../../modules/admin/contract/payment-filter.ts';
import type { PaymentsAnswer } from '../../../modules/admin/contract/payments.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { useFetched } from '../../ui/use-fetched.ts';
import { type FilteredList, requestOf } from '../list/list-query.ts';
import { type Asked, useQuery } from '../list/use-query.ts';

export const PAYMENTS: FilteredList<typeof PAYMENT_FILTER> = {
  view: 'payments',
  filter: PAYMENT_FILTER,
  sizes: [],
  path: 'payments-data',
  action: 'getPayments',
  csv: 'payments',
  texts: {
    title: m.admin_payments_title,
    filter: m.admin_payments_filter_label,
    loading: m.admin_payments_loading,
    empty: m.admin_payments_empty,
    failed: m.admin_forms_load_payments,
  },
};

/** Everyone's payments, page by page, for the filter in the URL. */
export function usePayments() {
  const { asked, query, go } = useQuery(PAYMENTS);
  const [isBusy, setBusy] = useState(false);
  // Loaded once: each load is dozens of calls to Stripe.
  const { data, error, refresh } = useFetched(asked, read, { fresh: true, onReturn: false });
  const load = async (by?: () => Promise<PaymentsAnswer>) => {
    setBusy(true);
    await refresh(by);
    setBusy(false);
  };
  return {
    query,
    payments: data?.payments ?? [],
    hasMore: data?.next != null,
    isLoading: isBusy || (!data && !error),
    error,
    go,
    again: () => void load(),
    more: () =>
      void load(async () => {
        if (!asked || !data?.next) throw new Error('there are no more payments');
        const { payments, next } = await read(asked, data.next);
        return { payments: [...data.payments, ...payments], next };
      }),
  };
}

const read = ({ query: { filter } }: Asked<typeof PAYMENT_FILTER>, after?: string) =>
  adminApi<PaymentsAnswer>(PAYMENTS.path, {
    action: PAYMENTS.action,
    ...requestOf(PAYMENT_FILTER, filter),
    ...(after && { after }),
  });
