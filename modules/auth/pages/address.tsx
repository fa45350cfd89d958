import { QuietPage } from '../../web/pages/quiet-page.tsx';

export type AddressPageProps =
  | { state: 'new' | 'undo'; email: string /** URL of this page, including its token */; action: string }
  | { state: 'refused'; words: string }
  | { state: 'undone' | 'expired' | 'elsewhere' };

/** Page behind a mailed link that confirms a new address or restores the previous one. */
export function AddressPage(props: AddressPageProps) {
  switch (props.state) {
    case 'new':
      return (
        <QuietPage title="Use this address?">
          <p>
            Your account’s address becomes <strong>{props.email}</strong>, and sign-in links go there. You
            will be signed out everywhere else.
          </p>
          <OneButton action={props.action} text="Use this address" />
        </QuietPage>
      );
    case 'undo':
      return (
        <QuietPage title="Bring your address back?">
          <p>
            Your account’s address becomes <strong>{props.email}</strong> again. Every device is signed out,
            and sign-in methods added since are removed.
          </p>
          <OneButton action={props.action} text="Bring it back" />
        </QuietPage>
      );
    case 'undone':
      return (
        <QuietPage title="Your address is back">
          <p>Every device is signed out. Sign in now and check your Settings.</p>
          <a className="button button-primary" href="/auth/signin?next=/settings">
            Sign in
          </a>
        </QuietPage>
      );
    case 'refused':
      return (
        <QuietPage title="Nothing was changed">
          <p role="alert">{props.words}</p>
          <a className="button" href="/settings">
            Settings
          </a>
        </QuietPage>
      );
    case 'elsewhere':
      return (
        <QuietPage title="Another browser">
          <p>Open this link in the browser in which you asked for it, while you are signed in there.</p>
        </QuietPage>
      );
    case 'expired':
      return (
        <QuietPage title="This link has expired">
          <p>It was used already, or it expired. Ask for a new one in Settings.</p>
          <a className="button button-primary" href="/settings">
            Settings
          </a>
        </QuietPage>
      );
  }
}

const OneButton = ({ action, text }: { action: string; text: string }) => (
  <form method="post" action={action}>
    <button type="submit" className="button button-primary button-large">
      {text}
    </button>
  </form>
);
