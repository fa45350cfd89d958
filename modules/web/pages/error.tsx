import { QuietPage } from './quiet-page.tsx';

/** Page for unexpected errors. The id lets an operator find the error in the log. */
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
