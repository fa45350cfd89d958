import { m } from '../../kit/texts/m.ts';
import { SwitchCard } from './switch-card.tsx';

/** Default for new dreams; each dream has its own switch on its page. */
export function SharingCard({ sharesNew }: { sharesNew: boolean }) {
  return (
    <SwitchCard
      id="sharing"
      title={m.account_sharing_title()}
      action="/settings/sharing"
      field={{ name: 'closed', value: sharesNew ? 'yes' : 'no' }}
      isOn={!sharesNew}
      label={m.account_sharing_label()}
    >
      {sharesNew ? m.account_sharing_text_open() : m.account_sharing_text_closed()}
    </SwitchCard>
  );
}
