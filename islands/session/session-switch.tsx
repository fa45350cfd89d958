import { useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { SwitchLine } from '../ui/switch-line.tsx';

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
  return <SwitchLine {...{ label, hint, isOn }} isBusy={busy} onFlip={flip} />;
}
