import { AlertIcon, DownloadIcon } from '../../../islands/ui/icons.tsx';
import type { SessionUser } from '../../auth/contract/schemas.ts';
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
      <p>
        <strong>This account is closed.</strong> It and all its dreams will be deleted on {erasedOn}.
      </p>
      <form method="post" action="/settings/keep">
        <button type="submit" className="button button-primary">
          Keep my account
        </button>
      </form>
    </div>
  );
}

export function DataCard({ person, erasedOn, graceDays, faults, resume }: EndOfAccountProps) {
  const closeError = faults.close;
  return (
    <section className="card" aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <p>Everything that we keep about you, your dreams and their videos included, in one ZIP file.</p>
      <p className="card-actions">
        <a className="button" href="/api/account/data" download="">
          <DownloadIcon />
          Download my data
        </a>
      </p>
      {erasedOn === null && (
        <details className="danger-zone" open={closeError !== undefined || resume === CLOSE_FORM}>
          <summary>Delete my account</summary>
          <p>
            You are signed out everywhere at once. For {graceDays} days you can sign in and keep the account
            after all; then it is deleted with every dream, recording and conversation. Only billing records
            stay, as long as the <a href="/privacy#how-long">Privacy Policy</a> says.
          </p>
          <form
            method="post"
            action="/settings/close"
            id={CLOSE_FORM}
            data-proof={resumeAt(CLOSE_FORM)}
            data-signs-out=""
          >
            <label className="label" htmlFor="confirmation">
              Type <strong>{person.email}</strong> to confirm
            </label>
            <input
              className="field"
              id="confirmation"
              name="confirmation"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              required
              aria-invalid={closeError === undefined ? undefined : true}
              aria-describedby={closeError === undefined ? undefined : 'close-error'}
            />
            {closeError !== undefined && (
              <p className="field-error" id="close-error" role="alert">
                {closeError}
              </p>
            )}
            <button type="submit" className="button button-danger">
              Delete my account
            </button>
          </form>
        </details>
      )}
    </section>
  );
}
