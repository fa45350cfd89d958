import { m } from '../../kit/texts/m.ts';
import { QuietPage } from './quiet-page.tsx';

/** Page for unexpected errors. The id lets an operator find the error in the log. */
export function ErrorPage({ message, requestId }: { message: string; requestId: string }) {
  return (
    <QuietPage title={m.web_error_title()}>
      <WayHome text={message} />
      <p className="quiet-small">{m.web_error_request({ id: requestId })}</p>
    </QuietPage>
  );
}

export function NotFoundPage() {
  return (
    <QuietPage title={m.web_not_found_title()} scene="lost">
      <WayHome text={m.web_not_found_text()} />
    </QuietPage>
  );
}

/** @param signedOut the visitor's session has ended: by sign-out here or in another tab, or by expiry */
export function UnauthorizedPage({ signedOut }: { signedOut: boolean }) {
  if (signedOut) return <SignInRequired title={m.web_signed_out_title()} text={m.web_signed_out_text()} />;
  return (
    <QuietPage title={m.web_unauthorized_title()} scene="closed">
      <WayHome text={m.web_unauthorized_text()} />
    </QuietPage>
  );
}

/** Shown to signed-out visitors in place of personal pages. */
export function SignInRequired({ title, text }: { title: string; text: string }) {
  return (
    <QuietPage title={title} scene="home">
      <p>{text}</p>
      <a className="button button-primary" href="/">
        {m.web_sign_in()}
      </a>
    </QuietPage>
  );
}

const WayHome = ({ text }: { text: string }) => (
  <>
    <p>{text}</p>
    <a className="button" href="/">
      {m.web_back_home()}
    </a>
  </>
);
