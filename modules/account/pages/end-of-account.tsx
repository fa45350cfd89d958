import { AlertIcon, DownloadIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { Field } from '../../web/layout/field.tsx';
import { CLOSE_FORM, resumeAt } from './resume.ts';

/** Error texts, each shown at its form. */
export interface SettingsFaults {
  close?: string;
  name?: string;
  address?: string;
}

export interface EndOfAccountProps {
  person: SessionUser;
  /** The day of the erasure as text; null for an open account. */
  erasedOn: string | null;
  graceDays: number;
  faults: SettingsFaults;
  /** The form to reopen after re-authentication; null otherwise. */
  resume: string | null;
}

/** Shown above the settings of a closed account, with the button that restores it. */
export function KeepNotice({ erasedOn }: EndOfAccountProps) {
  if (erasedOn === null) return null;
  return (
    <div className="notice" role="status">
      <AlertIcon />
      <p>{m.account_closed_notice({ day: erasedOn, strong: (words) => <strong>{words}</strong> })}</p>
      <form method="post" action="/settings/keep">
        <button type="submit" className="button button-primary">
          {m.account_closed_keep()}
        </button>
      </form>
    </div>
  );
}

export function DataCard({ person, erasedOn, graceDays, faults, resume }: EndOfAccountProps) {
  const closeError = faults.close;
  return (
    <section className="card" aria-labelledby="data-title">
      <h2 id="data-title">{m.account_data_title()}</h2>
      <p>{m.account_data_text()}</p>
      <p className="card-actions">
        <a className="button" href="/api/account/data" download="">
          <DownloadIcon />
          {m.account_data_download()}
        </a>
      </p>
      {erasedOn === null && (
        <details className="danger-zone" open={closeError !== undefined || resume === CLOSE_FORM}>
          <summary>{m.account_delete_open()}</summary>
          <p>
            {m.account_delete_text({
              days: graceDays,
              link: (words) => <a href="/privacy#how-long">{words}</a>,
            })}
          </p>
          <form
            method="post"
            action="/settings/close"
            id={CLOSE_FORM}
            data-proof={resumeAt(CLOSE_FORM)}
            data-signs-out=""
          >
            <Field
              id="confirmation"
              label={m.account_delete_confirm({
                email: person.email,
                address: (words) => <strong>{words}</strong>,
              })}
              fault={closeError}
            >
              {(about) => (
                <input
                  {...about}
                  className="field"
                  name="confirmation"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  required
                />
              )}
            </Field>
            <button type="submit" className="button button-danger">
              {m.account_delete_submit()}
            </button>
          </form>
        </details>
      )}
    </section>
  );
}
