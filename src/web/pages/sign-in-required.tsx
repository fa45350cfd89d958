import { QuietPage } from './quiet-page.tsx';

/** Page that strangers see where others see something of their own. */
export function SignInRequired({ title, text }: { title: string; text: string }) {
  return (
    <QuietPage title={title}>
      <p>{text}</p>
      <a className="button button-primary" href="/">
        Sign In
      </a>
    </QuietPage>
  );
}
