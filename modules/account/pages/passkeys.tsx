import { KeyIcon } from '../../../islands/ui/icons.tsx';
import { formatDateTime } from '../../kit/shared/dates.ts';
import { PageScript } from '../../web/island.tsx';
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
      <h2 id="passkeys-title">Passkeys</h2>
      <p>
        {passkeys.length === 0
          ? 'Whoever reads your mail could sign in as you and see everybody’s dreams. With a passkey, a sign-in needs your device too.'
          : 'Each sign-in to this account asks for one of these. Keep a second one in another place.'}
      </p>
      <ul className="rows">
        {passkeys.map(({ id, name, added, lastUsed }) => (
          <li key={id}>
            <div>
              <strong className="clip">{name}</strong>
              <span className="rows-detail">
                Added <Moment at={added} />
                {lastUsed ? (
                  <>
                    , last used <Moment at={lastUsed} />
                  </>
                ) : (
                  ', not used yet'
                )}
              </span>
            </div>
            <button
              type="button"
              className="button button-quiet"
              data-remove-passkey={id}
              data-name={name}
              aria-label={`Remove ${name}`}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {passkeysWork ? (
        <form className="passkey-form" data-add-passkey="">
          <label className="label" htmlFor="passkey-name">
            Name of the new passkey
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
              Add a passkey
            </button>
          </div>
        </form>
      ) : (
        <p className="rows-detail">Browsers know passkeys on https and on localhost only.</p>
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
