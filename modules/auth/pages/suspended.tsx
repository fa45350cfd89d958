import { m } from '../../kit/texts/m.ts';
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
    <QuietPage title={m.auth_suspended_title()}>
      <p role="alert">{words}</p>
      <p>{erasedOn ? m.auth_suspended_closed({ day: erasedOn }) : m.auth_suspended_open()}</p>
      <div className="quiet-actions">
        {action('data', m.auth_suspended_download(), '')}
        {erasedOn
          ? action('keep', m.auth_suspended_keep(), '')
          : action('close', m.auth_suspended_close(), 'button-danger')}
      </div>
    </QuietPage>
  );
}
