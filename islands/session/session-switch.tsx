import { useId, useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';

interface SessionSwitchProps {
  session: SessionDetail;
  /** the property that it switches */
  name: 'shared' | 'remix';
  /** last part of the call's path */
  call: 'sharing' | 'remix';
  label: string;
  hint: string;
  /** shown if the server gives no reason */
  failed: string;
  onChange: (to: Partial<SessionDetail>) => void;
  report: (text: string) => void;
}

/** Switches optimistically and reverts if the server rejects the change. */
export function SessionSwitch({
  session,
  name,
  call,
  label,
  hint,
  failed,
  onChange,
  report,
}: SessionSwitchProps) {
  const id = useId();
  const isOn = session[name];
  const [busy, setBusy] = useState(false);
  const flip = async () => {
    if (busy) return;
    setBusy(true);
    onChange({ [name]: !isOn });
    try {
      const address = `/api/sessions/${encodeURIComponent(session.session_id)}/${call}`;
      await api('PATCH', address, { [name]: !isOn });
    } catch (error) {
      onChange({ [name]: isOn });
      report(failureText(error, failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="switch-line">
      <button
        type="button"
        className="icon-button"
        role="switch"
        aria-checked={isOn}
        // `disabled` would lose the focus.
        aria-disabled={busy}
        aria-labelledby={id}
        onClick={flip}
      >
        <span className="switch" aria-hidden="true" />
      </button>
      <p>
        <span id={id}>{label}</span>
        <small>{hint}</small>
      </p>
    </div>
  );
}
