import { AlertIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { PageScript } from '../../web/island.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { PresentPasskey } from './passkey.tsx';

interface ConfirmWaysProps {
  /** address of the account */
  email: string;
  /** the identity provider, if the account signs in with it and it supports reauthentication */
  providerName: string | null;
  hasPasskey: boolean;
  /** local path to open afterwards */
  next: string;
}

export interface ConfirmPageProps extends ConfirmWaysProps {
  /** `waiting`: the mail server deferred the mail */
  state: 'form' | 'sent' | 'waiting';
  /** why the mail couldn't be sent */
  error?: string;
}

export function ConfirmPage({ state, error, ...ways }: ConfirmPageProps) {
  if (state !== 'form') {
    return (
      <QuietPage title="Check your e-mail">
        <p>
          A link is on its way to <strong>{ways.email}</strong>. Open it in this browser; it leads you back to
          what you were doing. It works once, for 10 minutes.
        </p>
        {state === 'waiting' && (
          <p>The mail server asked us to come back later, so it may take some minutes.</p>
        )}
        <a className="button" href={ways.next}>
          Back
        </a>
      </QuietPage>
    );
  }
  return (
    <QuietPage title="Is it you?">
      {error && (
        <div className="notice" role="alert">
          <AlertIcon />
          <p>{error}</p>
        </div>
      )}
      <p>{CONFIRM_REASON}</p>
      <ConfirmWays {...ways} />
    </QuietPage>
  );
}

const CONFIRM_REASON =
  'You signed in a while ago. Before this, please confirm once more that it is you. That counts for 10 minutes.';

/** Ways to prove who you are, shared by the page and the dialog in Settings, whose script changes `next`. */
function ConfirmWays({ email, providerName, hasPasskey, next }: ConfirmWaysProps) {
  return (
    <div className="sign-in">
      {hasPasskey && <PageScript name="passkey" />}
      {hasPasskey && <PresentPasskey next={next} />}
      {providerName && (
        <a
          className="button button-large sign-in-wide"
          href={`/auth/provider?confirm&next=${encodeURIComponent(next)}`}
          data-confirm-way=""
        >
          Continue with {providerName}
        </a>
      )}
      <form method="post" action="/auth/confirm">
        <input type="hidden" name="next" value={next} />
        <button
          type="submit"
          className={`button button-large sign-in-wide ${hasPasskey ? '' : 'button-primary'}`}
        >
          <MailIcon />
          <span className="clip">Send a link to {email}</span>
        </button>
      </form>
    </div>
  );
}

/** Opened by a page's script when a form needs a proof; without JavaScript the server redirects to the page above. */
export function ConfirmDialog(ways: ConfirmWaysProps) {
  return (
    <dialog className="dialog" id="confirm-dialog" aria-labelledby="confirm-title">
      <h2 id="confirm-title">Is it you?</h2>
      <p>{CONFIRM_REASON}</p>
      <ConfirmWays {...ways} />
      <form method="dialog" className="dialog-actions">
        <button type="submit" className="button">
          Cancel
        </button>
      </form>
    </dialog>
  );
}
