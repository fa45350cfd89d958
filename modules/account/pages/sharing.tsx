import { SwitchCard } from './switch-card.tsx';

/** Default for new dreams; each dream has its own switch on its page. */
export function SharingCard({ sharesNew }: { sharesNew: boolean }) {
  return (
    <SwitchCard
      id="sharing"
      title="Sharing"
      action="/settings/sharing"
      field={{ name: 'closed', value: sharesNew ? 'yes' : 'no' }}
      isOn={!sharesNew}
      label="New dreams start with a closed link"
    >
      {sharesNew
        ? 'The link to a new dream is open from the start: anyone who has it can watch.'
        : 'Nobody else can watch a new dream until you open its link on its page.'}
    </SwitchCard>
  );
}
