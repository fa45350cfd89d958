import { type FormEvent, useEffect, useState } from 'react';
import { PAYMENT_STATES, type PaymentState } from '../../../modules/billing/contract/payment-states.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { CsvLink } from '../csv-link.tsx';
import { FilterActions } from '../filter-actions.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { PaymentTable } from './payment-table.tsx';
import { EMPTY_FIELDS, type PaymentFields, usePayments } from './use-payments.ts';

const STATES: Record<PaymentState, () => string> = {
  paid: m.admin_payments_state_paid,
  failed: m.admin_payments_state_failed,
  refunded: m.admin_payments_state_refunded,
  disputed: m.admin_payments_state_disputed,
};

/** Everyone's payments, from Stripe. */
export function PaymentsView() {
  const { fields, request, payments, hasMore, isLoading, error, again, more, go } = usePayments();
  return (
    <section className="admin-view" aria-labelledby="payments-title">
      <header className="admin-head">
        <h2 id="payments-title">{m.admin_payments_title()}</h2>
        <CsvLink what="payments" request={request} />
      </header>
      <PaymentFilters applied={fields} onApply={go} />
      {error && <LoadFailure text={m.admin_forms_load_payments} reason={error.message} onRetry={again} />}
      {payments.length > 0 && <PaymentTable payments={payments} states={STATES} />}
      {!error && payments.length === 0 && (
        <p className="admin-note" role="status">
          {isLoading
            ? m.admin_payments_loading()
            : hasMore
              ? m.admin_payments_empty_so_far()
              : m.admin_payments_empty()}
        </p>
      )}
      {hasMore && (
        <button type="button" className="admin-button" disabled={isLoading} onClick={more}>
          {isLoading ? m.admin_payments_loading() : m.admin_payments_older()}
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
    <form className="admin-filters" onSubmit={submit} aria-label={m.admin_payments_filter_label()}>
      <label>
        <span>{m.admin_payments_filter_person()}</span>
        <input
          type="search"
          {...bind('email')}
          className="admin-input"
          placeholder={m.admin_payments_filter_person_placeholder()}
        />
      </label>
      <label>
        <span>{m.admin_payments_filter_state()}</span>
        <select {...bind('state')} className="admin-select">
          <option value="">{m.admin_payments_filter_state_all()}</option>
          {PAYMENT_STATES.map((state) => (
            <option key={state} value={state}>
              {STATES[state]()}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="admin-range admin-range-dates">
        <legend>{m.admin_payments_filter_days()}</legend>
        <input
          type="date"
          aria-label={m.admin_payments_filter_from()}
          {...bind('from')}
          className="admin-input"
        />
        <input
          type="date"
          aria-label={m.admin_payments_filter_to()}
          {...bind('to')}
          className="admin-input"
        />
      </fieldset>
      <FilterActions onClear={() => onApply(EMPTY_FIELDS)} />
    </form>
  );
}
