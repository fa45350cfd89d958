import { m } from '../../kit/texts/m.ts';
import { Avatar } from '../../web/layout/avatar.tsx';
import { EmailInput } from '../../web/layout/email-input.tsx';
import { Field } from '../../web/layout/field.tsx';
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
          <Field id="profile-name" label={m.account_profile_name()} fault={faults.name}>
            {(about) => (
              <input
                {...about}
                className="field"
                name="name"
                autoComplete="name"
                spellCheck={false}
                required
                maxLength={100}
                defaultValue={person.name}
              />
            )}
          </Field>
          <button type="submit" className="button">
            {m.account_profile_name_save()}
          </button>
        </form>
        <form method="post" action="/settings/address" id={ADDRESS_FORM} data-proof={resumeAt(ADDRESS_FORM)}>
          <Field
            id="profile-email"
            label={m.account_profile_address()}
            fault={faults.address}
            hint={m.account_profile_address_hint()}
          >
            {(about) => <EmailInput {...about} />}
          </Field>
          <button type="submit" className="button">
            {m.account_profile_address_save()}
          </button>
        </form>
      </details>
    </section>
  );
}
