import { m } from '../../kit/texts/m.ts';
import { SwitchCard } from './switch-card.tsx';

/** Consent to news by mail. Mails about the account itself don't need it. */
export function NewsCard({ wantsNews }: { wantsNews: boolean }) {
  return (
    <SwitchCard
      id="news"
      title={m.account_news_title()}
      action="/settings/news"
      field={{ name: 'wanted', value: wantsNews ? 'no' : 'yes' }}
      isOn={wantsNews}
      label={m.account_news_label()}
    >
      {m.account_news_text()}
    </SwitchCard>
  );
}
