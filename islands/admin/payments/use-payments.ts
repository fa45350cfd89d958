import useSWRInfinite from 'swr/infinite';
import { PAYMENT_FILTER } from '../../../modules/admin/contract/payment-filter.ts';
import type { PaymentsAnswer } from '../../../modules/admin/contract/payments.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
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
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<PaymentsAnswer, Error>(
    (page: number, before: PaymentsAnswer | null) =>
      asked === null || (page > 0 && !before?.next) ? null : [asked, before?.next],
    ([
      {
        query: { filter },
      },
      after,
    ]: [Asked<typeof PAYMENT_FILTER>, string | undefined]) =>
      adminApi<PaymentsAnswer>(PAYMENTS.path, {
        action: PAYMENTS.action,
        ...requestOf(PAYMENT_FILTER, filter),
        ...(after && { after }),
      }),
    // Loaded once: each load is dozens of calls to Stripe.
    { revalidateOnFocus: false, revalidateFirstPage: false, revalidateIfStale: false },
  );
  return {
    query,
    payments: data?.flatMap(({ payments }) => payments) ?? [],
    hasMore: data?.at(-1)?.next != null,
    isLoading: isValidating || asked === null,
    error,
    go,
    again: () => void mutate(),
    more: () => void setSize(size + 1),
  };
}
