import { type FormEvent, useState } from 'react';
import { REQUEST_KINDS } from '../../../modules/admin/contract/people/request-kinds.ts';
import { m } from '../../../modules/kit/texts/m.ts';
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
      setFault(faultedBy(error, m.admin_forms_no_answer()));
    }
  };
  return (
    <section className="admin-card" aria-labelledby="request-new">
      <h3 id="request-new">{m.admin_requests_form_title()}</h3>
      <form className="request-form" onSubmit={submit}>
        <label>
          <span className="label">{m.admin_requests_form_kind()}</span>
          <select className="field" name="kind">
            {Object.entries(REQUEST_KINDS).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text()}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="label">{m.admin_requests_form_person()}</span>
          <input className="field" name="person" required maxLength={254} />
        </label>
        <label>
          <span className="label">{m.admin_requests_form_received()}</span>
          <input className="field" type="date" name="receivedAt" />
        </label>
        <label>
          <span className="label">{m.admin_requests_form_wish()}</span>
          <textarea className="field" name="wish" rows={3} required maxLength={2000} />
        </label>
        <button type="submit" className="button button-quiet">
          {m.admin_requests_form_add()}
        </button>
        {fault && <FaultNote fault={fault} />}
      </form>
    </section>
  );
}
