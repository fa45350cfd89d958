import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { strongAddress } from './strong-address.tsx';

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
  const slots = { email, provider: providerName, strong: strongAddress };
  switch (state) {
    case 'signed-out':
      return (
        <QuietPage title={m.auth_connect_known_title()}>
          <p>{m.auth_connect_known_text(slots)}</p>
          <div className="quiet-actions">
            <a className="button button-primary" href={`/auth/signin?next=/auth/connect?flow=${flow}`}>
              {m.auth_connect_use_mine()}
            </a>
            {choose('separate', m.auth_connect_start_new())}
          </div>
        </QuietPage>
      );
    case 'offer':
      return (
        <QuietPage title={m.auth_connect_offer_title({ provider: providerName })}>
          <p>{m.auth_connect_offer_text(slots)}</p>
          <div className="quiet-actions">
            {choose('connect', m.auth_connect_button({ provider: providerName }), true)}
            {choose('leave', m.auth_connect_not_now())}
          </div>
        </QuietPage>
      );
    case 'connected':
      return (
        <QuietPage title={m.auth_connect_done_title({ provider: providerName })}>
          <p>{m.auth_connect_done_text({ provider: providerName })}</p>
          {choose('leave', m.auth_connect_to_settings())}
        </QuietPage>
      );
    case 'taken':
      return (
        <QuietPage title={m.auth_connect_taken_title()}>
          <p>{m.auth_connect_taken_text(slots)}</p>
          {choose('leave', m.auth_connect_back())}
        </QuietPage>
      );
    case 'other-address':
      return (
        <QuietPage title={m.auth_connect_other_title()}>
          <p>{m.auth_connect_other_text({ email, strong: strongAddress })}</p>
          {choose('leave', m.auth_connect_to_settings())}
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
