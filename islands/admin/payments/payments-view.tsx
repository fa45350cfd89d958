import { PAYMENT_STATES } from '../../../modules/admin/contract/payment-filter.ts';
import type { PaymentRow } from '../../../modules/admin/contract/payments.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { type Column, ListTable } from '../list/list-table.tsx';
import { ListFrame } from '../list/list-view.tsx';
import { personAddress } from '../use-asked.ts';
import { PAYMENTS, usePayments } from './use-payments.ts';

/** Everyone's payments, from Stripe. */
export function PaymentsView() {
  const { query, payments, hasMore, isLoading, error, go, again, more } = usePayments();
  const empty = hasMore ? m.admin_payments_empty_so_far : m.admin_payments_empty;
  return (
    <ListFrame
      list={{ ...PAYMENTS, texts: { ...PAYMENTS.texts, empty } }}
      filter={query.filter}
      count={payments.length}
      isLoading={isLoading}
      failure={error?.message ?? null}
      onFilter={(filter) => go({ ...query, filter })}
      onRetry={again}
      foot={
        hasMore && (
          <button type="button" className="button button-quiet" disabled={isLoading} onClick={more}>
            {isLoading ? m.admin_payments_loading() : m.admin_payments_older()}
          </button>
        )
      }
    >
      <ListTable
        label={m.admin_payments_table_label()}
        className="audit"
        columns={columns()}
        rows={payments}
        keyOf={({ id }) => id}
      />
    </ListFrame>
  );
}

const columns = (): Column<PaymentRow>[] => [
  { title: m.admin_payments_column_time(), isNumeric: true, cell: ({ at }) => <time>{localTime(at)}</time> },
  {
    title: m.admin_payments_column_state(),
    cell: ({ state }) => (
      <span className="badge" data-refusal={state === 'paid' ? undefined : true}>
        {PAYMENT_STATES[state]()}
      </span>
    ),
  },
  {
    title: m.admin_payments_column_amount(),
    isNumeric: true,
    cell: ({ amount, refunded }) => (
      <>
        {amount}
        {refunded && <small>{m.admin_payments_refunded({ amount: refunded })}</small>}
      </>
    ),
  },
  { title: m.admin_payments_column_for(), cell: ({ what }) => <div dir="auto">{what}</div> },
  {
    title: m.admin_payments_column_person(),
    cell: ({ email, user_id }) =>
      email ? <a href={personAddress(user_id)}>{email}</a> : m.admin_payments_deleted_account(),
  },
];
