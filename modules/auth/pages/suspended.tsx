import { QuietPage } from '../../../src/web/pages/quiet-page.tsx';

interface SuspendedPageProps {
  /** until when, and why */
  words: string;
  /** for the forms of this page */
  token: string;
  /** day on which the account will be erased, in words; null while it is open */
  erasedOn: string | null;
}

/** Rights that a suspension leaves a person, who has just proved whose account it is. */
export function SuspendedPage({ words, token, erasedOn }: SuspendedPageProps) {
  const action = (path: string, label: string, look: string) => (
    <form method="post" action={`/auth/suspended/${path}`}>
      <input type="hidden" name="token" value={token} />
      <button type="submit" className={`button ${look}`}>
        {label}
      </button>
    </form>
  );
  return (
    <QuietPage title="Your account is suspended">
      <p role="alert">{words}</p>
      <p>
        {erasedOn
          ? `It is closed, and will be deleted on ${erasedOn}.`
          : 'You can still download your data or close the account.'}
      </p>
      <div className="quiet-actions">
        {action('data', 'Download my data', '')}
        {erasedOn
          ? action('keep', 'Keep my account', '')
          : action('close', 'Close my account', 'button-danger')}
      </div>
    </QuietPage>
  );
}
