import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface SuspendedPageProps {
  /** end of the suspension and its reason */
  words: string;
  /** for the forms on this page */
  token: string;
  /** formatted date on which the account will be erased; null while it is open */
  erasedOn: string | null;
}

/** Actions still open to a suspended person who has just proved that the account is theirs. */
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
