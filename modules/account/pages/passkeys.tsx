import { formatDateTime } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';
import { KeyIcon } from '../../web/layout/icons.tsx';
import { PASSKEYS_CARD, resumeAt } from './resume.ts';

export interface PasskeysCardProps {
  /** Null for people who neither need nor have a passkey. */
  passkeys: { id: string; name: string; added: string; lastUsed: string | null }[] | null;
  /** True if browsers support passkeys at this page's address. */
  passkeysWork: boolean;
  /** Default name of a new passkey. */
  deviceName: string;
}

/** Passkeys, an operator's second factor. */
export function PasskeysCard({ passkeys, passkeysWork, deviceName }: PasskeysCardProps) {
  if (passkeys === null) return null;
  return (
    <section
      className="card"
      aria-labelledby="passkeys-title"
      id={PASSKEYS_CARD}
      data-passkeys={resumeAt(PASSKEYS_CARD)}
    >
      <PageScript name="passkey" />
      <h2 id="passkeys-title">{m.account_passkeys_title()}</h2>
      <p>{passkeys.length === 0 ? m.account_passkeys_none() : m.account_passkeys_text()}</p>
      <ul className="rows">
        {passkeys.map(({ id, name, added, lastUsed }) => (
          <li key={id}>
            <div>
              <strong className="clip" dir="auto">
                {name}
              </strong>
              <span className="rows-detail">
                {lastUsed
                  ? m.account_passkeys_used({
                      added: () => <Moment at={added} />,
                      used: () => <Moment at={lastUsed} />,
                    })
                  : m.account_passkeys_unused({ added: () => <Moment at={added} /> })}
              </span>
            </div>
            <button
              type="button"
              className="button button-quiet"
              data-remove-passkey={id}
              data-name={name}
              aria-label={m.account_passkeys_remove_label({ name })}
            >
              {m.account_passkeys_remove()}
            </button>
          </li>
        ))}
      </ul>
      {passkeysWork ? (
        <form className="passkey-form" data-add-passkey="">
          <label className="label" htmlFor="passkey-name">
            {m.account_passkeys_name()}
          </label>
          <div className="card-actions">
            <input
              className="field"
              id="passkey-name"
              name="name"
              required
              maxLength={60}
              autoComplete="off"
              defaultValue={deviceName}
            />
            <button type="submit" className="button">
              <KeyIcon />
              {m.account_passkeys_add()}
            </button>
          </div>
        </form>
      ) : (
        <p className="rows-detail">{m.account_passkeys_insecure()}</p>
      )}
      <p className="field-error" role="alert" data-passkey-error="" />
    </section>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} data-local="">
      {formatDateTime(at, 'UTC')}
    </time>
  );
}
