import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';
import { KeyIcon } from '../../web/layout/icons.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { strongAddress } from './strong-address.tsx';

/** Shown to an operator after sign-in until a passkey is presented. */
export function PasskeyPage({ email, next }: { email: string; next: string }) {
  return (
    <QuietPage title={m.auth_passkey_title()}>
      <PageScript name="passkey" />
      <p>{m.auth_passkey_text({ email, strong: strongAddress })}</p>
      <div className="sign-in">
        <PresentPasskey next={next} />
        <button type="button" className="button sign-in-wide" data-sign-out="">
          {m.auth_passkey_sign_out()}
        </button>
      </div>
      <p className="link-origin">{m.auth_passkey_lost({ command: () => <code>bun run admin-link</code> })}</p>
    </QuietPage>
  );
}

/** Button, with a place for its script's error message. */
export function PresentPasskey({ next }: { next: string }) {
  return (
    <div>
      <button
        type="button"
        className="button button-primary button-large sign-in-wide"
        data-present-passkey={next}
      >
        <KeyIcon />
        {m.auth_passkey_use()}
      </button>
      <p className="field-error" role="alert" data-passkey-error="" />
    </div>
  );
}
