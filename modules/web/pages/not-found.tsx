import { m } from '../../kit/texts/m.ts';
import { QuietPage } from './quiet-page.tsx';

export function NotFoundPage() {
  return (
    <QuietPage title={m.web_not_found_title()} scene="lost">
      <p>{m.web_not_found_text()}</p>
      <a className="button" href="/">
        {m.web_back_home()}
      </a>
    </QuietPage>
  );
}
