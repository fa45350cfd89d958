import { type FormEvent, useState } from 'react';
import { REQUEST_KINDS } from '../../../modules/admin/contract/people/request-kinds.ts';
import type { RequestRow } from '../../../modules/admin/contract/people/requests.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';
import { daysUntil, localTime } from '../format.ts';
import { Facts } from '../lines.tsx';
import { personAddress } from '../use-asked.ts';

interface OpenRequestProps {
  request: RequestRow;
  onAnswer: (answer: string) => Promise<void>;
}

/** A request with its deadline, links to its subject, and a field for the answer. */
export function OpenRequest({ request, onAnswer }: OpenRequestProps) {
  const [answer, setAnswer] = useState('');
  const [fault, setFault] = useState<Faulted | null>(null);
  const { id, kind, person, user_id, wish, received_at, due_at } = request;
  const days = daysUntil(due_at);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(null);
    try {
      await onAnswer(answer);
    } catch (error) {
      setFault(faultedBy(error, m.admin_forms_no_answer()));
    }
  };
  return (
    <section className="admin-card admin-item" aria-labelledby={`request-${id}`}>
      <h3 id={`request-${id}`}>
        {m.admin_requests_open_title({
          kind: REQUEST_KINDS[kind](),
          who: () => <span dir="auto">{person}</span>,
        })}
      </h3>
      <p className={days < 7 ? 'field-fault numbers' : 'numbers'}>
        {days < 0 ? m.admin_requests_late({ days: -days }) : m.admin_requests_left({ days })}
      </p>
      <p dir="auto">{wish}</p>
      <Facts
        facts={[
          [m.admin_requests_open_received(), localTime(received_at)],
          [m.admin_requests_open_due(), localTime(due_at)],
          [
            m.admin_requests_open_account(),
            user_id && <a href={personAddress(user_id)}>{m.admin_requests_open_account_link()}</a>,
          ],
          [
            m.admin_requests_open_dreams(),
            <a key="dreams" href="/admin?view=sessions">
              {m.admin_requests_open_dreams_link()}
            </a>,
          ],
        ]}
      />
      <form className="reason-form" onSubmit={submit}>
        <label htmlFor={`answer-${id}`}>{m.admin_requests_open_answer()}</label>
        <input
          id={`answer-${id}`}
          className="field"
          value={answer}
          required
          maxLength={2000}
          onChange={(event) => setAnswer(event.target.value)}
        />
        <button
          type="submit"
          className="button button-quiet"
          aria-label={m.admin_requests_open_button_label({ kind: REQUEST_KINDS[kind](), person })}
        >
          {m.admin_requests_open_button()}
        </button>
        {fault && <FaultNote fault={fault} />}
      </form>
    </section>
  );
}
