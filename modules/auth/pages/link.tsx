import { formatDateTime } from '../../kit/shared/dates.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

export type LinkPageProps =
  | {
      state: 'valid';
      /** URL of this page, including its token; opening it doesn't use the token up, so mail scanners do no harm */
      action: string;
      /** it confirms a person who is already signed in */
      confirms: boolean;
      /** the address has no account yet, so the page asks about news */
      isNew: boolean;
      /** browser and system that requested it; null for a link from the server's console */
      device: string | null;
      /** ISO, UTC */
      askedAt: string;
    }
  | { state: 'expired' | 'elsewhere' };

export function LinkPage(props: LinkPageProps) {
  if (props.state === 'valid') {
    return (
      <QuietPage title={props.confirms ? 'Is it you?' : 'One more step'}>
        <p>
          {props.confirms
            ? 'Press the button only if you asked for this yourself.'
            : 'Press the button to sign in on this device.'}
        </p>
        <p className="link-origin">
          {props.device === null ? 'Made on the server’s console on ' : `Asked for on ${props.device} on `}
          <time dateTime={props.askedAt} data-local="">
            {formatDateTime(props.askedAt, 'UTC')}
          </time>
          . {!props.confirms && 'If that was not you, close this page.'}
        </p>
        <form method="post" action={props.action}>
          {props.isNew && (
            <label className="check link-news">
              <input type="checkbox" name="news" value="yes" />
              Mail me news now and then. I can stop it at any time.
            </label>
          )}
          <button type="submit" className="button button-primary button-large">
            {props.confirms ? 'It is me' : 'Sign me in'}
          </button>
        </form>
      </QuietPage>
    );
  }
  if (props.state === 'elsewhere') {
    return (
      <QuietPage title="Another browser">
        <p>This link confirms a session of another browser. Open it in the one where you asked for it.</p>
      </QuietPage>
    );
  }
  return (
    <QuietPage title="This link is too old">
      <p>A link works once, for 10 minutes, and asking for a new one ends it. A new one takes a moment.</p>
      <a className="button button-primary" href="/auth/signin?next=/dreamboard">
        Send a new link
      </a>
    </QuietPage>
  );
}
