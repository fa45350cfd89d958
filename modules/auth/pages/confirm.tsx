import { AlertIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { PresentPasskey } from './passkey.tsx';
import { strongAddress } from './strong-address.tsx';

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
      <QuietPage title={m.auth_confirm_sent_title()}>
        <p>{m.auth_confirm_sent_text({ email: ways.email, strong: strongAddress })}</p>
        {state === 'waiting' && <p>{m.auth_confirm_waiting()}</p>}
        <a className="button" href={ways.next}>
          {m.auth_confirm_back()}
        </a>
      </QuietPage>
    );
  }
  return (
    <QuietPage title={m.auth_confirm_title()}>
      {error && (
        <div className="notice" role="alert">
          <AlertIcon />
          <p>{error}</p>
        </div>
      )}
      <p>{m.auth_confirm_reason()}</p>
      <ConfirmWays {...ways} />
    </QuietPage>
  );
}

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
          {m.auth_continue_with({ provider: providerName })}
        </a>
      )}
      <form method="post" action="/auth/confirm">
        <input type="hidden" name="next" value={next} />
        <button
          type="submit"
          className={`button button-large sign-in-wide ${hasPasskey ? '' : 'button-primary'}`}
        >
          <MailIcon />
          <span>{m.auth_confirm_mail({ email })}</span>
        </button>
      </form>
    </div>
  );
}

/** Opened by a page's script when a form needs a proof; without JavaScript the server redirects to the page above. */
export function ConfirmDialog(ways: ConfirmWaysProps) {
  return (
    <dialog className="dialog" id="confirm-dialog" aria-labelledby="confirm-title">
      <h2 id="confirm-title">{m.auth_confirm_title()}</h2>
      <p>{m.auth_confirm_reason()}</p>
      <ConfirmWays {...ways} />
      <form method="dialog" className="dialog-actions">
        <button type="submit" className="button">
          {m.auth_confirm_cancel()}
        </button>
      </form>
    </dialog>
  );
}
