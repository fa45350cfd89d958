import { type FormEvent, useId, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { type Faulted, FaultNote, faultedBy } from '../ui/fault-note.tsx';

/** Choices for an end: none, a number of days from now, or a picked day. */
const ENDS = [
  ['none', m.admin_forms_end_none],
  ['1', m.admin_forms_end_1_day],
  ['7', m.admin_forms_end_7_days],
  ['30', m.admin_forms_end_30_days],
  ['365', m.admin_forms_end_365_days],
  ['day', m.admin_forms_end_day],
] as const;
type End = (typeof ENDS)[number][0];
const DAY_MS = 24 * 3600_000;

export interface Action {
  /** the button's text */
  text: string;
  /** the same, with its subject, for screen readers */
  label: string;
  isDanger?: boolean;
}

interface ReasonFormProps<A extends Action> {
  /** Enter triggers the first */
  actions: readonly A[];
  /** label of the reason, which says who will read it; by default, the owner of the dream */
  label?: string;
  /** lets the operator choose when it ends */
  hasEnd?: boolean;
  /** label for an end chosen by the program */
  endless?: string;
  /** extra fields before the reason */
  children?: React.ReactNode;
  /** @param until null for no end */
  onDecide: (decision: { action: A; reason: string; until: string | null; form: FormData }) => Promise<void>;
}

/** A decision by an operator, with a reason that is stored and shown to the user concerned. */
export function ReasonForm<A extends Action>(props: ReasonFormProps<A>) {
  const { actions, label = m.admin_forms_reason_owner(), hasEnd, endless, children, onDecide } = props;
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState<End>('none');
  const [day, setDay] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Faulted | null>(null);
  const fieldId = useId();
  const decide = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const action = actions.at(Number((submitter as HTMLButtonElement | null)?.value));
    if (busy || !action) return;
    setBusy(true);
    setFault(null);
    try {
      await onDecide({ action, reason, until: untilOf(end, day), form });
      setReason('');
    } catch (error) {
      setFault(faultedBy(error, m.admin_forms_no_answer()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={hasEnd ? 'reason-form has-end' : 'reason-form'} onSubmit={decide}>
      {children}
      <label htmlFor={fieldId}>{label}</label>
      <input
        id={fieldId}
        className="field"
        value={reason}
        required
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      {hasEnd && (
        <div className="reason-end">
          <select
            className="field"
            aria-label={m.admin_forms_end_label()}
            value={end}
            onChange={({ target }) => setEnd(target.value as End)}
          >
            {ENDS.map(([value, text]) => (
              <option key={value} value={value}>
                {(value === 'none' && endless) || text()}
              </option>
            ))}
          </select>
          {end === 'day' && (
            <input
              className="field"
              type="date"
              aria-label={m.admin_forms_end_date_label()}
              title={m.admin_forms_end_date_label()}
              value={day}
              min={new Date().toISOString().slice(0, 10)}
              required
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </div>
      )}
      <div className="reason-actions">
        {actions.map(({ text, label, isDanger }, index) => (
          <button
            key={text}
            type="submit"
            value={index}
            className={isDanger ? 'button button-danger' : 'button button-quiet'}
            disabled={busy}
            aria-label={label}
          >
            {text}
          </button>
        ))}
      </div>
      {fault && <FaultNote fault={fault} />}
    </form>
  );
}

/** The end of a picked day in UTC, as plans and quotas use; null without an end. */
function untilOf(end: End, day: string): string | null {
  if (end === 'none') return null;
  if (end === 'day') return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString();
  return new Date(Date.now() + Number(end) * DAY_MS).toISOString();
}
