import type { ReactNode } from 'react';
import { ChatIcon, CheckIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { planOfPerson } from '../../billing/contract/plans.ts';
import { mailtoLink } from '../../kit/email-address.ts';
import { m } from '../../kit/texts/m.ts';
import type { AccessAnswer } from '../../stream/contract/schemas.ts';
import { PageScript } from '../../web/island.tsx';
import { UserIcon } from '../../web/layout/icons.tsx';
import { SignInRequired } from '../../web/pages/fault-pages.tsx';
import { ApiTokensCard, type ApiTokensCardProps } from './api-tokens.tsx';
import { DataCard, type EndOfAccountProps, KeepNotice } from './end-of-account.tsx';
import { LanguageCard } from './language.tsx';
import { PasskeysCard, type PasskeysCardProps } from './passkeys.tsx';
import { ProfileCard } from './profile.tsx';
import { type SignInCardProps, SignInsCard } from './sign-ins.tsx';
import { NewsCard, SharingCard } from './switch-card.tsx';
import { TierPanel, type TierPanelProps } from './tier-panel.tsx';
import { Usage } from './usage.tsx';

export type { SettingsFaults } from './end-of-account.tsx';

export interface SettingsPageProps
  extends EndOfAccountProps,
    SignInCardProps,
    PasskeysCardProps,
    ApiTokensCardProps,
    TierPanelProps {
  /** Usage; null for people without a limit, or if it couldn't be read. */
  access: AccessAnswer | null;
  wantsNews: boolean;
  /** The change just made, a key of DONE. */
  done: string | null;
  /** New dreams start with an open link. */
  sharesNew: boolean;
  supportEmail: string | null;
  communityUrl: string | null;
  /** Opened by the page's script when a form requires re-authentication. */
  confirmDialog: ReactNode;
}

/** Confirmations, keyed by the address's `done` parameter. */
const DONE: Record<string, () => string> = {
  name: m.account_done_name,
  asked: m.account_done_asked,
  address: m.account_done_address,
};

export function SignedOutSettings() {
  return <SignInRequired title={m.account_title()} text={m.account_sign_in_required()} />;
}

export function SettingsPage(props: SettingsPageProps) {
  const { person } = props;
  const plan = planOfPerson(person);
  const done = props.done !== null && Object.hasOwn(DONE, props.done) ? DONE[props.done]?.() : null;
  return (
    <div className="settings">
      <PageScript name="settings" />
      <h1>{m.account_title()}</h1>
      <KeepNotice {...props} />
      {done && (
        <div className="notice notice-good" role="status">
          <CheckIcon />
          <p>{done}</p>
        </div>
      )}
      {props.resume && (
        <div className="notice notice-good" role="status">
          <CheckIcon />
          <p>{m.account_done_proof()}</p>
        </div>
      )}
      <div className="settings-columns">
        <div>
          <ProfileCard {...props} />
          <section className="card" aria-labelledby="status-title">
            <h2 id="status-title">{m.account_status_title()}</h2>
            <dl className="facts">
              <dt>{m.account_status_plan()}</dt>
              <dd>{plan.label()}</dd>
              <dt>{m.account_status_status()}</dt>
              <dd>{plan.status()}</dd>
            </dl>
            <Usage person={person} access={props.access} sellsPlans={props.sellsPlans} />
          </section>
          <TierPanel {...props} />
          <LanguageCard />
          <NewsCard wantsNews={props.wantsNews} />
          <SharingCard sharesNew={props.sharesNew} />
          <PublicProfileCard />
          <ContactCard {...props} />
        </div>
        <div>
          <SignInsCard {...props} />
          <PasskeysCard {...props} />
          <ApiTokensCard {...props} />
          <DataCard {...props} />
        </div>
      </div>
      {props.confirmDialog}
    </div>
  );
}

function PublicProfileCard() {
  return (
    <section className="card" aria-labelledby="public-title">
      <h2 id="public-title">{m.profiles_title()}</h2>
      <p>{m.profiles_card_text()}</p>
      <div className="card-actions">
        <a className="button" href="/settings/profile">
          <UserIcon />
          {m.profiles_card_link()}
        </a>
      </div>
    </section>
  );
}

function ContactCard({
  supportEmail,
  communityUrl,
}: Pick<SettingsPageProps, 'supportEmail' | 'communityUrl'>) {
  if (!supportEmail && !communityUrl) return null;
  return (
    <section className="card" aria-labelledby="contact-title">
      <h2 id="contact-title">{m.account_contact_title()}</h2>
      <p>{m.account_contact_text()}</p>
      <div className="card-actions">
        {communityUrl && (
          <a className="button" href={communityUrl} target="_blank" rel="noreferrer">
            <ChatIcon />
            {m.account_contact_community()}
          </a>
        )}
        {supportEmail && (
          <a className="button" href={mailtoLink(supportEmail)}>
            <MailIcon />
            <span className="clip" dir="auto">
              {supportEmail}
            </span>
          </a>
        )}
      </div>
    </section>
  );
}
