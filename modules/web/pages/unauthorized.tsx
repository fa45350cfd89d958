import { m } from '../../kit/texts/m.ts';
import { QuietPage } from './quiet-page.tsx';

/** @param signedOut the visitor's session has ended: by sign-out here or in another tab, or by expiry */
export function UnauthorizedPage({ signedOut }: { signedOut: boolean }) {
  if (signedOut) return <SignedOut />;
  return (
    <QuietPage title={m.web_unauthorized_title()} scene="closed">
      <p>{m.web_unauthorized_text()}</p>
      <a className="button" href="/">
        {m.web_back_home()}
      </a>
    </QuietPage>
  );
}

function SignedOut() {
  return (
    <QuietPage title={m.web_signed_out_title()} scene="home">
      <p>{m.web_signed_out_text()}</p>
      <a className="button button-primary" href="/">
        {m.web_sign_in()}
      </a>
    </QuietPage>
  );
}
