import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../browser/api.ts';

/** Until when something holds, in days; 0 until it is taken back. */
const SPANS: readonly (readonly [days: number, label: string])[] = [
  [0, 'Until it is taken back'],
  [1, 'For a day'],
  [7, 'For a week'],
  [30, 'For 30 days'],
  [365, 'For a year'],
];
const DAY_MS = 24 * 3600_000;

export interface Action {
  /** the button's words */
  text: string;
  /** the same with what it is about, for those who hear the page */
  label: string;
  isDanger?: boolean;
}

interface ReasonFormProps<A extends Action> {
  /** the first one is what Enter does */
  actions: readonly A[];
  /** who reads the reason */
  reader?: string;
  /** asks until when it holds */
  hasEnd?: boolean;
  /** more fields, before the reason */
  children?: React.ReactNode;
  /** @param until null until it is taken back */
  onDecide: (decision: { action: A; reason: string; until: string | null; form: FormData }) => Promise<void>;
}

/** An operator's decision, with a reason that is kept and read by whom it is about. */
export function ReasonForm<A extends Action>(props: ReasonFormProps<A>) {
  const { actions, reader = 'its owner', hasEnd, children, onDecide } = props;
  const [reason, setReason] = useState('');
  const [days, setDays] = useState(0);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const fieldId = useId();
  const decide = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent as SubmitEvent;
    const action = actions.find(({ text }) => text === submitter?.textContent) ?? actions[0];
    if (busy || !action) return;
    setBusy(true);
    setFault(null);
    const until = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    try {
      await onDecide({ action, reason, until, form });
      setReason('');
    } catch (error) {
      setFault(failureText(error, 'Nothing came back. Please look again before you repeat it.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={hasEnd ? 'reason-form has-end' : 'reason-form'} onSubmit={decide}>
      {children}
      <label htmlFor={fieldId}>Reason, which {reader} reads</label>
      <input
        id={fieldId}
        className="field"
        value={reason}
        required
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      {hasEnd && (
        <select
          className="admin-select"
          aria-label="Until when"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {SPANS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
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
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
