import type { PaymentRow } from '../../../modules/admin/contract/payments.ts';
import type { PaymentState } from '../../../modules/billing/contract/payment-states.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { personAddress } from '../use-asked.ts';

interface PaymentTableProps {
  payments: PaymentRow[];
  states: Record<PaymentState, () => string>;
}

export function PaymentTable({ payments, states }: PaymentTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label={m.admin_payments_table_label()} tabIndex={0}>
      <table className="lines-table audit">
        <thead>
          <tr>
            <th scope="col">{m.admin_payments_column_time()}</th>
            <th scope="col">{m.admin_payments_column_state()}</th>
            <th scope="col">{m.admin_payments_column_amount()}</th>
            <th scope="col">{m.admin_payments_column_for()}</th>
            <th scope="col">{m.admin_payments_column_person()}</th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ id, at, state, amount, refunded, what, email, user_id }) => (
            <tr key={id}>
              <td className="numbers">
                <time>{localTime(at)}</time>
              </td>
              <td>
                <span className="badge" data-refusal={state === 'paid' ? undefined : true}>
                  {states[state]()}
                </span>
              </td>
              <td className="numbers">
                {amount}
                {refunded && <small>{m.admin_payments_refunded({ amount: refunded })}</small>}
              </td>
              <td dir="auto">{what}</td>
              <td>
                {email ? <a href={personAddress(user_id)}>{email}</a> : m.admin_payments_deleted_account()}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
