import { useId, useState } from 'react';
import type { SetupField } from '../../../modules/admin/contract/setup.ts';

/** Encryption of a connection, with its default port. */
const WAYS = {
  smtps: { label: 'TLS from the start', port: 465 },
  smtp: { label: 'STARTTLS, where offered', port: 587 },
} as const;
type Way = keyof typeof WAYS;

interface MailServerFieldsProps {
  field: SetupField;
  isRemoved: boolean;
  fault: string | undefined;
  /** @param url null removes it; undefined leaves it unchanged */
  onChange: (url: string | null | undefined) => void;
}

/** A mail server, entered in the fields that hosting providers list, and stored as SMTP_URL. */
export function MailServerFields({ field, isRemoved, fault, onChange }: MailServerFieldsProps) {
  const [server, setServer] = useState({ host: '', way: 'smtps' as Way, port: '', user: '', password: '' });
  const id = useId();
  const set = (more: Partial<typeof server>) => {
    const next = { ...server, ...more };
    setServer(next);
    onChange(addressOf(next));
  };
  return (
    <fieldset className="setup-field setup-server" aria-describedby={`${id}-doc`}>
      <legend>{field.label}</legend>
      <label htmlFor={`${id}-host`}>Host</label>
      <input
        id={`${id}-host`}
        className="admin-input"
        value={server.host}
        placeholder={field.isSet && !isRemoved ? 'As it is set' : 'mail.example.org'}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={fault ? true : undefined}
        onChange={(event) => set({ host: event.target.value })}
      />
      <label htmlFor={`${id}-way`}>Encryption</label>
      <select
        id={`${id}-way`}
        className="admin-select"
        value={server.way}
        onChange={(event) => set({ way: event.target.value as Way })}
      >
        {Object.entries(WAYS).map(([way, { label }]) => (
          <option key={way} value={way}>
            {label}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-port`}>Port</label>
      <input
        id={`${id}-port`}
        className="admin-input"
        inputMode="numeric"
        value={server.port}
        placeholder={String(WAYS[server.way].port)}
        onChange={(event) => set({ port: event.target.value })}
      />
      <label htmlFor={`${id}-user`}>User</label>
      <input
        id={`${id}-user`}
        className="admin-input"
        value={server.user}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => set({ user: event.target.value })}
      />
      <label htmlFor={`${id}-password`}>Password</label>
      <input
        id={`${id}-password`}
        className="admin-input"
        type="password"
        value={server.password}
        autoComplete="new-password"
        onChange={(event) => set({ password: event.target.value })}
      />
      <small id={`${id}-doc`}>
        Kept as <code>SMTP_URL</code>. {isRemoved && 'It is removed when you save: mails are files again. '}
        {field.isSet && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange(isRemoved ? undefined : null)}
          >
            {isRemoved ? 'Keep it' : 'Remove it'}
          </button>
        )}
      </small>
      {fault && <p className="field-fault">{fault}</p>}
    </fieldset>
  );
}

function addressOf({ host, way, port, user, password }: Record<string, string> & { way: Way }) {
  if (!host?.trim()) return undefined;
  const credentials = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : '';
  const literal = host.includes(':') && !host.startsWith('[') ? `[${host.trim()}]` : host.trim();
  return `${way}://${credentials}${literal}:${port?.trim() || WAYS[way].port}`;
}
