import { m } from '../../kit/texts/m.ts';
import { QuietPage } from './quiet-page.tsx';

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
