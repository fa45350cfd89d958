import { QuietPage } from './quiet-page.tsx';

/** For what nobody foresaw; the number lets an operator find the line in the log. */
export function ErrorPage({ message, requestId }: { message: string; requestId: string }) {
  return (
    <QuietPage title="Something went wrong">
      <p>{message}</p>
      <a className="button" href="/">
        Back to Home
      </a>
      <p className="quiet-small">Request {requestId}</p>
    </QuietPage>
  );
}
