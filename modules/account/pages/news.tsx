import { SwitchCard } from './switch-card.tsx';

/** Consent to news by mail. Mails about the account itself don't need it. */
export function NewsCard({ wantsNews }: { wantsNews: boolean }) {
  return (
    <SwitchCard
      id="news"
      title="News by mail"
      action="/settings/news"
      field={{ name: 'wanted', value: wantsNews ? 'no' : 'yes' }}
      isOn={wantsNews}
      label="Mail me news now and then"
    >
      Receipts and other mails about your account come either way.
    </SwitchCard>
  );
}
