import type { ReactNode } from 'react';
import { m } from '../../kit/texts/m.ts';

interface SwitchCardProps {
  /** Prefix for the ids of its elements. */
  id: string;
  title: string;
  action: string;
  /** The form's field, with the value that the switch changes to. */
  field: { name: string; value: 'yes' | 'no' };
  isOn: boolean;
  label: string;
  children: ReactNode;
}

/** A two-state setting whose switch works without script. */
function SwitchCard({ id, title, action, field, isOn, label, children }: SwitchCardProps) {
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <form className="switch-line" method="post" action={action}>
        <input type="hidden" {...field} />
        <button
          type="submit"
          className="icon-button"
          role="switch"
          aria-checked={isOn}
          aria-labelledby={`${id}-label`}
        >
          <span className="switch" aria-hidden="true" />
        </button>
        <p>
          <span id={`${id}-label`}>{label}</span>
          <small>{children}</small>
        </p>
      </form>
    </section>
  );
}

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
