import { useId, useState, useSyncExternalStore } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { sessionStore } from '../browser/session-store.ts';

interface TestMailProps {
  busy: boolean;
  /** @param to undefined for the operator's own address */
  onSend: (to: string | undefined) => void;
}

/** An address field and a button that sends it a test mail. Not a form, since it is also used inside one. */
export function TestMail({ busy, onSend }: TestMailProps) {
  const [to, setTo] = useState('');
  const id = useId();
  const person = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.get);
  // The first admin of a new installation has a local address, which mail can't reach.
  const own = person?.email.endsWith('@localhost') ? undefined : person?.email;
  const send = () => {
    if (!busy) onSend(to.trim() || undefined);
  };
  return (
    <div className="setup-try">
      <label htmlFor={id}>{m.admin_forms_test_mail_label()}</label>
      <input
        id={id}
        className="field"
        type="email"
        value={to}
        placeholder={own ?? m.admin_forms_test_mail_placeholder()}
        spellCheck={false}
        autoComplete="email"
        onChange={({ target }) => setTo(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          send();
        }}
      />
      <button type="button" className="button button-quiet" disabled={busy} onClick={send}>
        {m.admin_forms_test_mail_send()}
      </button>
    </div>
  );
}
