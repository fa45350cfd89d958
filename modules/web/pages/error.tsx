import { m } from '../../kit/texts/m.ts';
import { QuietPage } from './quiet-page.tsx';

/** Page for unexpected errors. The id lets an operator find the error in the log. */
export function ErrorPage({ message, requestId }: { message: string; requestId: string }) {
  return (
    <QuietPage title={m.web_error_title()}>
      <p>{message}</p>
      <a className="button" href="/">
        {m.web_back_home()}
      </a>
      <p className="quiet-small">{m.web_error_request({ id: requestId })}</p>
    </QuietPage>
  );
}
