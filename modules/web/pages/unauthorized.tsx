import { QuietPage } from './quiet-page.tsx';

/** @param signedOut the visitor's session has ended: by sign-out here or in another tab, or by expiry */
export function UnauthorizedPage({ signedOut }: { signedOut: boolean }) {
  if (signedOut) return <SignedOut />;
  return (
    <QuietPage title="Not for you, yet">
      <p>You don’t have permission to access this page.</p>
      <a className="button" href="/">
        Back to Home
      </a>
    </QuietPage>
  );
}

function SignedOut() {
  return (
    <QuietPage title="You are signed out">
      <p>Your session has ended, here or in another tab. Sign in again to go on.</p>
      <a className="button button-primary" href="/">
        Sign In
      </a>
    </QuietPage>
  );
}
