import { type FormEvent, useId, useState } from 'react';
import { type Faulted, FaultNote, faultedBy } from '../ui/fault-note.tsx';

/** Choices for an end: none, a number of days from now, or a picked day. */
const ENDS = [
  ['none', 'Until it is lifted'],
  ['1', 'For a day'],
  ['7', 'For a week'],
  ['30', 'For 30 days'],
  ['365', 'For a year'],
  ['day', 'Until a day…'],
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
  /** who will read the reason */
  reader?: string;
  /** shows a choice of its end */
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
  const { actions, reader = 'its owner', hasEnd, endless, children, onDecide } = props;
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
    const action = actions.find(({ text }) => text === submitter?.textContent) ?? actions[0];
    if (busy || !action) return;
    setBusy(true);
    setFault(null);
    try {
      await onDecide({ action, reason, until: untilOf(end, day), form });
      setReason('');
    } catch (error) {
      setFault(faultedBy(error, 'Nothing came back. Please look again before you repeat it.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={hasEnd ? 'reason-form has-end' : 'reason-form'} onSubmit={decide}>
      {children}
      <label htmlFor={fieldId}>Reason (shown to {reader})</label>
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
            className="admin-select"
            aria-label="Until when"
            value={end}
            onChange={({ target }) => setEnd(target.value as End)}
          >
            {ENDS.map(([value, text]) => (
              <option key={value} value={value}>
                {(value === 'none' && endless) || text}
              </option>
            ))}
          </select>
          {end === 'day' && (
            <input
              className="admin-input"
              type="date"
              aria-label="Last day (UTC)"
              title="Last day (UTC)"
              value={day}
              min={new Date().toISOString().slice(0, 10)}
              required
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </div>
      )}
      <div className="reason-actions">
        {actions.map(({ text, label, isDanger }) => (
          <button
            key={text}
            type="submit"
            className={isDanger ? 'admin-button admin-button-danger' : 'admin-button'}
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
