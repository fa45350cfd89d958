import { type FormEvent, useId, useState } from 'react';
import type { TakeDownAnswer } from '../../../modules/admin/schemas/reports.ts';
import { adminApi, failureText } from '../../browser/api.ts';

/** For operators: closes the link of a dream, or gives it back, with a reason that its owner reads. */
export function TakeDownForm({
  id,
  name,
  isDown,
  onChange,
}: {
  id: string;
  name: string;
  isDown: boolean;
  onChange: () => void;
}) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const fieldId = useId();
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(null);
    let failed = false;
    try {
      const action = isDown ? 'putBack' : 'takeDown';
      await adminApi<TakeDownAnswer>('report-data', { action, sessionId: id, reason });
      setReason('');
    } catch (error) {
      failed = true;
      setFault(failureText(error, 'Nothing came back. Please look again before you repeat it.'));
    } finally {
      setBusy(false);
      // The page may show it again, which would take the words of a failure away.
      if (!failed) onChange();
    }
  };
  return (
    <form className="take-down" onSubmit={decide}>
      <label htmlFor={fieldId}>Reason, which its owner reads</label>
      <input
        id={fieldId}
        className="field"
        value={reason}
        required
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      <button
        type="submit"
        className="button"
        disabled={busy}
        aria-label={`${isDown ? 'Give back the link of' : 'Close the link of'} ${name}`}
      >
        {isDown ? 'Give link back' : 'Close link'}
      </button>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
