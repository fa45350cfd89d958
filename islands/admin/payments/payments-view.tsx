import { type FormEvent, useEffect, useState } from 'react';
import { PAYMENT_STATES, type PaymentState } from '../../../modules/billing/contract/payment-states.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { CsvLink } from '../csv-link.tsx';
import { FilterActions } from '../filter-actions.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { PaymentTable } from './payment-table.tsx';
import { EMPTY_FIELDS, type PaymentFields, usePayments } from './use-payments.ts';

const STATES: Record<PaymentState, string> = {
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** Everyone's payments, from Stripe. */
export function PaymentsView() {
  const { fields, request, payments, hasMore, isLoading, error, again, more, go } = usePayments();
  return (
    <section className="admin-view" aria-labelledby="payments-title">
      <header className="admin-head">
        <h2 id="payments-title">Payments</h2>
        <CsvLink what="payments" request={request} />
      </header>
      <PaymentFilters applied={fields} onApply={go} />
      {error && <LoadFailure text={m.admin_forms_load_payments} reason={error.message} onRetry={again} />}
      {payments.length > 0 && <PaymentTable payments={payments} states={STATES} />}
      {!error && payments.length === 0 && (
        <p className="admin-note" role="status">
          {isLoading
            ? 'Asking Stripe...'
            : hasMore
              ? 'No payment like this so far.'
              : 'No payment like this.'}
        </p>
      )}
      {hasMore && (
        <button type="button" className="admin-button" disabled={isLoading} onClick={more}>
          {isLoading ? 'Asking Stripe...' : 'Older payments'}
        </button>
      )}
    </section>
  );
}

interface PaymentFiltersProps {
  applied: PaymentFields;
  onApply: (fields: PaymentFields) => void;
}

function PaymentFilters({ applied, onApply }: PaymentFiltersProps) {
  const [draft, setDraft] = useState(applied);
  useEffect(() => setDraft(applied), [applied]);
  const bind = (field: keyof PaymentFields) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...draft, email: draft.email.trim() });
  };
  return (
    <form className="admin-filters" onSubmit={submit} aria-label="Filter payments">
      <label>
        <span>Person</span>
        <input type="search" {...bind('email')} className="admin-input" placeholder="The whole address..." />
      </label>
      <label>
        <span>State</span>
        <select {...bind('state')} className="admin-select">
          <option value="">All</option>
          {PAYMENT_STATES.map((state) => (
            <option key={state} value={state}>
              {STATES[state]}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="admin-range admin-range-dates">
        <legend>Days (UTC)</legend>
        <input type="date" aria-label="From" {...bind('from')} className="admin-input" />
        <input type="date" aria-label="To" {...bind('to')} className="admin-input" />
      </fieldset>
      <FilterActions onClear={() => onApply(EMPTY_FIELDS)} />
    </form>
  );
}
