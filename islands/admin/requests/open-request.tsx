import { type FormEvent, useState } from 'react';
import { REQUEST_KINDS } from '../../../modules/admin/contract/people/request-kinds.ts';
import type { RequestRow } from '../../../modules/admin/contract/people/requests.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';
import { localTime } from '../format.ts';
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
  const { id, kind, person, user_id, wish, received_at, due_at, days_left } = request;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(null);
    try {
      await onAnswer(answer);
    } catch (error) {
      setFault(faultedBy(error, 'Nothing came back. Please look again before you repeat it.'));
    }
  };
  return (
    <section className="admin-card admin-item" aria-labelledby={`request-${id}`}>
      <h3 id={`request-${id}`}>
        {REQUEST_KINDS[kind]}: <span dir="auto">{person}</span>
      </h3>
      <p className={days_left < 7 ? 'field-fault numbers' : 'numbers'}>{leftText(days_left)}</p>
      <p dir="auto">{wish}</p>
      <Facts
        facts={[
          ['Received', localTime(received_at)],
          ['Due', localTime(due_at)],
          ['Account', user_id && <a href={personAddress(user_id)}>Export, correct or erase it</a>],
          [
            'Dreams',
            <a key="dreams" href="/admin?view=sessions">
              Find dreams by words
            </a>,
          ],
        ]}
      />
      <form className="reason-form" onSubmit={submit}>
        <label htmlFor={`answer-${id}`}>What was done (kept with the request)</label>
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
          className="admin-button"
          aria-label={`Answered: ${REQUEST_KINDS[kind]} of ${person}`}
        >
          Answered
        </button>
        {fault && <FaultNote fault={fault} />}
      </form>
    </section>
  );
}

function leftText(days: number): string {
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} late`;
  return days === 0 ? 'Due today' : `${days} ${days === 1 ? 'day' : 'days'} left`;
}
