import { QuietPage } from '../../web/pages/quiet-page.tsx';

export type ConnectState = 'signed-out' | 'offer' | 'connected' | 'taken' | 'other-address';

interface ConnectPageProps {
  state: ConnectState;
  /** address of the pending identity */
  email: string;
  providerName: string;
  /** identifies it among other pending identities in the same browser */
  flow: string;
}

export function ConnectPage({ state, email, providerName, flow }: ConnectPageProps) {
  const choose = (choice: string, label: string, primary = false) => (
    <ChoiceButton flow={flow} choice={choice} label={label} primary={primary} />
  );
  switch (state) {
    case 'signed-out':
      return (
        <QuietPage title="Have you been here before?">
          <p>
            <strong>{email}</strong> already has an account that signs in by e-mail. To use {providerName} for
            it, sign in to it once by e-mail. Or start with a new, empty account.
          </p>
          <div className="quiet-actions">
            <a className="button button-primary" href={`/auth/signin?next=/auth/connect?flow=${flow}`}>
              Use my account
            </a>
            {choose('separate', 'Start a new one')}
          </div>
        </QuietPage>
      );
    case 'offer':
      return (
        <QuietPage title={`Connect ${providerName}?`}>
          <p>
            From now on you can also sign in to this account with {providerName} as <strong>{email}</strong>.
          </p>
          <div className="quiet-actions">
            {choose('connect', `Connect ${providerName}`, true)}
            {choose('leave', 'Not now')}
          </div>
        </QuietPage>
      );
    case 'connected':
      return (
        <QuietPage title={`${providerName} is connected`}>
          <p>You can sign in to this account with {providerName} already.</p>
          {choose('leave', 'Back to Settings')}
        </QuietPage>
      );
    case 'taken':
      return (
        <QuietPage title="Already in use">
          <p>
            {providerName} as <strong>{email}</strong> has an account of its own here and cannot be connected
            to another.
          </p>
          {choose('leave', 'Back')}
        </QuietPage>
      );
    case 'other-address':
      return (
        <QuietPage title="Another address">
          <p>
            <strong>{email}</strong> is not the address of this account. Only the same verified address can be
            connected.
          </p>
          {choose('leave', 'Back to Settings')}
        </QuietPage>
      );
  }
}

interface ChoiceButtonProps {
  flow: string;
  choice: string;
  label: string;
  primary: boolean;
}

function ChoiceButton({ flow, choice, label, primary }: ChoiceButtonProps) {
  return (
    <form method="post" action="/auth/connect">
      <input type="hidden" name="flow" value={flow} />
      <input type="hidden" name="choice" value={choice} />
      <button type="submit" className={primary ? 'button button-primary' : 'button'}>
        {label}
      </button>
    </form>
  );
}
