import { useId, useState } from 'react';
import type { SetupField } from '../../../modules/admin/contract/setup.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** Encryption of a connection, with its default port. */
const WAYS = {
  smtps: { label: m.admin_setup_mail_tls, port: 465 },
  smtp: { label: m.admin_setup_mail_starttls, port: 587 },
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
  const name = () => <code>SMTP_URL</code>;
  const set = (more: Partial<typeof server>) => {
    const next = { ...server, ...more };
    setServer(next);
    onChange(addressOf(next));
  };
  return (
    <fieldset className="setup-field setup-server" aria-describedby={`${id}-doc`}>
      <legend>{field.label}</legend>
      <label htmlFor={`${id}-host`}>{m.admin_setup_mail_host()}</label>
      <input
        id={`${id}-host`}
        className="field"
        value={server.host}
        placeholder={
          field.isSet && !isRemoved ? m.admin_setup_mail_host_set() : m.admin_setup_mail_host_example()
        }
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={fault ? true : undefined}
        onChange={(event) => set({ host: event.target.value })}
      />
      <label htmlFor={`${id}-way`}>{m.admin_setup_mail_encryption()}</label>
      <select
        id={`${id}-way`}
        className="field"
        value={server.way}
        onChange={(event) => set({ way: event.target.value as Way })}
      >
        {Object.entries(WAYS).map(([way, { label }]) => (
          <option key={way} value={way}>
            {label()}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-port`}>{m.admin_setup_mail_port()}</label>
      <input
        id={`${id}-port`}
        className="field"
        inputMode="numeric"
        value={server.port}
        placeholder={String(WAYS[server.way].port)}
        onChange={(event) => set({ port: event.target.value })}
      />
      <label htmlFor={`${id}-user`}>{m.admin_setup_mail_user()}</label>
      <input
        id={`${id}-user`}
        className="field"
        value={server.user}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => set({ user: event.target.value })}
      />
      <label htmlFor={`${id}-password`}>{m.admin_setup_mail_password()}</label>
      <input
        id={`${id}-password`}
        className="field"
        type="password"
        value={server.password}
        autoComplete="new-password"
        onChange={(event) => set({ password: event.target.value })}
      />
      <small id={`${id}-doc`}>
        {isRemoved ? m.admin_setup_mail_removed({ name }) : m.admin_setup_mail_stored({ name })}{' '}
        {field.isSet && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange(isRemoved ? undefined : null)}
          >
            {isRemoved ? m.admin_setup_mail_keep() : m.admin_setup_mail_remove()}
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
