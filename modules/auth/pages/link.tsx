import { QuietPage } from '../../../src/pages/quiet-page.tsx';

export type LinkPageProps =
  | {
      state: 'valid';
      /** this page's own address with its token: a mail scanner that opens it uses nothing up */
      action: string;
    }
  | { state: 'used' | 'expired' };

export function LinkPage(props: LinkPageProps) {
  if (props.state === 'valid') {
    return (
      <QuietPage title="One more step">
        <p>Press the button to sign in on this device.</p>
        <form method="post" action={props.action}>
          <button type="submit" className="button button-primary button-large">
            Sign me in
          </button>
        </form>
      </QuietPage>
    );
  }
  return (
    <QuietPage title={props.state === 'used' ? 'This link was used already' : 'This link is too old'}>
      <p>A sign-in link works once, for 15 minutes. A new one takes a moment.</p>
      <a className="button button-primary" href="/auth/signin?next=/dreamboard">
        Send a new link
      </a>
    </QuietPage>
  );
}
