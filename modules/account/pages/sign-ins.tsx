import { formatDateTime } from '../../kit/shared/dates.ts';
import { m } from '../../kit/texts/m.ts';
import { resumeAt, SIGN_OUT_ALL_FORM, signOutForm } from './resume.ts';

export interface SignInCardProps {
  sessions: {
    /** Public id of the login. */
    id: string;
    device: string;
    /** ISO 8601, UTC. */
    lastUsed: string;
    current: boolean;
  }[];
  ways: { name: string; email: string }[];
  /** The identity provider, if it can still be connected. */
  connectable: string | null;
}

/** Active logins and sign-in methods. */
export function SignInsCard({ sessions, ways, connectable }: SignInCardProps) {
  return (
    <section className="card" aria-labelledby="sign-ins-title">
      <h2 id="sign-ins-title">{m.account_sign_ins_title()}</h2>
      <ul className="rows">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{session.device}</strong>
              {session.current ? (
                <span className="rows-detail">{m.account_sign_ins_this_device()}</span>
              ) : (
                <span className="rows-detail">
                  {m.account_sign_ins_last_used({
                    time: () => (
                      <time dateTime={session.lastUsed} data-local="">
                        {formatDateTime(session.lastUsed, 'UTC')}
                      </time>
                    ),
                  })}
                </span>
              )}
            </div>
            {!session.current && (
              <form
                method="post"
                action="/settings/sign-out"
                id={signOutForm(session.id)}
                data-proof={resumeAt(signOutForm(session.id))}
              >
                <input type="hidden" name="session" value={session.id} />
                <button
                  type="submit"
                  className="button button-quiet"
                  aria-label={m.account_sign_ins_sign_out_label({ device: session.device })}
                >
                  {m.account_sign_ins_sign_out()}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form
        className="card-actions"
        method="post"
        action="/settings/sign-out"
        id={SIGN_OUT_ALL_FORM}
        data-proof={resumeAt(SIGN_OUT_ALL_FORM)}
        data-signs-out=""
      >
        <button type="submit" className="button">
          {m.account_sign_ins_sign_out_all()}
        </button>
      </form>
      {(ways.length > 0 || connectable) && <h3>{m.account_sign_ins_ways()}</h3>}
      <ul className="rows">
        {ways.map(({ name, email }) => (
          <li key={`${name} ${email}`}>
            <div>
              <strong>{name}</strong>
              <span className="rows-detail clip" dir="auto">
                {email}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {connectable && (
        <p className="card-actions">
          <a className="button" href="/auth/provider?connect" data-proof="/auth/provider?connect">
            {m.account_sign_ins_connect({ provider: connectable })}
          </a>
        </p>
      )}
    </section>
  );
}
