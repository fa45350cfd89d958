import { QuietPage } from './quiet-page.tsx';

export function UnauthorizedPage() {
  return (
    <QuietPage title="Not for you, yet">
      <p>You don’t have permission to access this page.</p>
      <a className="button" href="/">
        Back to Home
      </a>
    </QuietPage>
  );
}
