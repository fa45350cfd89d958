import { type FormEvent, useState } from 'react';
import { REQUEST_KINDS } from '../../../modules/admin/contract/people/request-kinds.ts';
import { type Faulted, FaultNote, faultedBy } from '../../ui/fault-note.tsx';

/** Records a request that arrived by mail or in another way. */
export function RequestForm({ onAdd }: { onAdd: (request: object) => Promise<void> }) {
  const [fault, setFault] = useState<Faulted | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { receivedAt, ...request } = Object.fromEntries(new FormData(form));
    setFault(null);
    try {
      await onAdd({ ...request, ...(receivedAt && { receivedAt }) });
      form.reset();
    } catch (error) {
      setFault(faultedBy(error, 'Nothing came back. Please look again before you repeat it.'));
    }
  };
  return (
    <section className="admin-card" aria-labelledby="request-new">
      <h3 id="request-new">A new request</h3>
      <form className="request-form" onSubmit={submit}>
        <label>
          <span className="label">Kind</span>
          <select className="admin-select" name="kind">
            {Object.entries(REQUEST_KINDS).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="label">Who asks (an account’s e-mail address links it)</span>
          <input className="admin-input" name="person" required maxLength={254} />
        </label>
        <label>
          <span className="label">Received (today if empty)</span>
          <input className="admin-input" type="date" name="receivedAt" />
        </label>
        <label>
          <span className="label">What they want</span>
          <textarea className="admin-area" name="wish" rows={3} required maxLength={2000} />
        </label>
        <button type="submit" className="admin-button">
          Add request
        </button>
        {fault && <FaultNote fault={fault} />}
      </form>
    </section>
  );
}
