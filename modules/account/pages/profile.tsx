import { m } from '../../kit/texts/m.ts';
import { Avatar } from '../../web/layout/avatar.tsx';
import type { EndOfAccountProps } from './end-of-account.tsx';
import { ADDRESS_FORM, resumeAt } from './resume.ts';

export function ProfileCard({ person, faults, resume }: EndOfAccountProps) {
  const isOpen = faults.name !== undefined || faults.address !== undefined || resume === ADDRESS_FORM;
  return (
    <section className="card" aria-label={m.account_profile_label()}>
      <div className="settings-profile">
        <Avatar picture={person.picture} size={64} />
        <div>
          <h2>{person.name.trim() || m.account_profile_nameless()}</h2>
          <p>{person.email}</p>
        </div>
      </div>
      <details className="profile-change" open={isOpen}>
        <summary>{m.account_profile_change()}</summary>
        <form method="post" action="/settings/name">
          <Field
            name="name"
            label={m.account_profile_name()}
            value={person.name}
            fault={faults.name}
            autoComplete="name"
          />
          <button type="submit" className="button">
            {m.account_profile_name_save()}
          </button>
        </form>
        <form method="post" action="/settings/address" id={ADDRESS_FORM} data-proof={resumeAt(ADDRESS_FORM)}>
          <Field
            name="email"
            label={m.account_profile_address()}
            value=""
            fault={faults.address}
            autoComplete="email"
            hint={m.account_profile_address_hint()}
          />
          <button type="submit" className="button">
            {m.account_profile_address_save()}
          </button>
        </form>
      </details>
    </section>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value: string;
  fault: string | undefined;
  autoComplete: string;
  hint?: string;
}

function Field({ name, label, value, fault, autoComplete, hint }: FieldProps) {
  const about = `${name}-about`;
  return (
    <>
      <label className="label" htmlFor={`profile-${name}`}>
        {label}
      </label>
      <input
        className="field"
        id={`profile-${name}`}
        name={name}
        // With `type="email"`, browsers reject non-ASCII local parts.
        type="text"
        inputMode={name === 'email' ? 'email' : 'text'}
        autoComplete={autoComplete}
        spellCheck={false}
        required
        maxLength={name === 'email' ? 254 : 100}
        defaultValue={value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault !== undefined || hint ? about : undefined}
      />
      {fault !== undefined ? (
        <p className="field-error" id={about} role="alert">
          {fault}
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={about}>
            {hint}
          </p>
        )
      )}
    </>
  );
}
