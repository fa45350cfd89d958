import { KeyIcon } from '../../../islands/ui/icons.tsx';
import { PageScript } from '../../web/island.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

/** Shown to an operator after sign-in until a passkey is presented. */
export function PasskeyPage({ email, next }: { email: string; next: string }) {
  return (
    <QuietPage title="Now your passkey">
      <PageScript name="passkey" />
      <p>
        <strong>{email}</strong> runs this place, so its sign-in asks for a second proof.
      </p>
      <div className="sign-in">
        <PresentPasskey next={next} />
        <button type="button" className="button sign-in-wide" data-sign-out="">
          Sign out
        </button>
      </div>
      <p className="link-origin">
        Lost it? Whoever has the server’s console prints a way in with <code>bun run admin-link</code>.
      </p>
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
        Use your passkey
      </button>
      <p className="field-error" role="alert" data-passkey-error="" />
    </div>
  );
}
