import { formatDateTime } from '../../kit/shared/dates.ts';
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
      <h2 id="sign-ins-title">Where you are signed in</h2>
      <ul className="rows">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{session.device}</strong>
              {session.current ? (
                <span className="rows-detail">This device</span>
              ) : (
                <span className="rows-detail">
                  Last used{' '}
                  <time dateTime={session.lastUsed} data-local="">
                    {formatDateTime(session.lastUsed, 'UTC')}
                  </time>
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
                  aria-label={`Sign out ${session.device}`}
                >
                  Sign out
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
          Sign out everywhere
        </button>
      </form>
      <h3>Ways to sign in</h3>
      <ul className="rows">
        {ways.map(({ name, email }) => (
          <li key={`${name} ${email}`}>
            <div>
              <strong>{name}</strong>
              <span className="rows-detail clip">{email}</span>
            </div>
          </li>
        ))}
      </ul>
      {connectable && (
        <p className="card-actions">
          <a className="button" href="/auth/provider?connect" data-proof="/auth/provider?connect">
            Connect {connectable}
          </a>
        </p>
      )}
    </section>
  );
}
