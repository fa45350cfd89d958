import type { ReactNode } from 'react';
import { ChatIcon, CheckIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { planOfPerson } from '../../billing/contract/plans.ts';
import { mailtoLink } from '../../kit/email-address.ts';
import type { AccessAnswer } from '../../stream/contract/schemas.ts';
import { PageScript } from '../../web/island.tsx';
import { SignInRequired } from '../../web/pages/sign-in-required.tsx';
import { DataCard, type EndOfAccountProps, KeepNotice } from './end-of-account.tsx';
import { NewsCard } from './news.tsx';
import { PasskeysCard, type PasskeysCardProps } from './passkeys.tsx';
import { ProfileCard } from './profile.tsx';
import { SharingCard } from './sharing.tsx';
import { type SignInCardProps, SignInsCard } from './sign-ins.tsx';
import { TierPanel, type TierPanelProps } from './tier-panel.tsx';
import { Usage } from './usage.tsx';

export type { SettingsFaults } from './end-of-account.tsx';

export interface SettingsPageProps
  extends EndOfAccountProps,
    SignInCardProps,
    PasskeysCardProps,
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
const DONE: Record<string, string> = {
  name: 'Your name has changed.',
  asked: 'We mailed a link to your new address. Open it in this browser within an hour.',
  address: 'Your address has changed. We mailed your old address a link that undoes this for 7 days.',
};

export function SignedOutSettings() {
  return <SignInRequired title="Account Settings" text="Please sign in to see your settings." />;
}

export function SettingsPage(props: SettingsPageProps) {
  const { person } = props;
  const plan = planOfPerson(person);
  const done = props.done !== null && Object.hasOwn(DONE, props.done) ? DONE[props.done] : null;
  return (
    <div className="settings">
      <PageScript name="settings" />
      <h1>Account Settings</h1>
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
          <p>Thank you, it is you. You can go on with what you were doing.</p>
        </div>
      )}
      <div className="settings-columns">
        <div>
          <ProfileCard {...props} />
          <section className="card" aria-labelledby="status-title">
            <h2 id="status-title">Account Status</h2>
            <dl className="facts">
              <dt>Plan</dt>
              <dd>{plan.label}</dd>
              <dt>Status</dt>
              <dd>{plan.status}</dd>
            </dl>
            <Usage person={person} access={props.access} sellsPlans={props.sellsPlans} />
          </section>
          <TierPanel {...props} />
          <NewsCard wantsNews={props.wantsNews} />
          <SharingCard sharesNew={props.sharesNew} />
          <ContactCard {...props} />
        </div>
        <div>
          <SignInsCard {...props} />
          <PasskeysCard {...props} />
          <DataCard {...props} />
        </div>
      </div>
      {props.confirmDialog}
    </div>
  );
}

function ContactCard({
  supportEmail,
  communityUrl,
}: Pick<SettingsPageProps, 'supportEmail' | 'communityUrl'>) {
  return (
    <section className="card" aria-labelledby="contact-title">
      <h2 id="contact-title">Contact Us</h2>
      <p>
        A question, an idea, something that does not work?{' '}
        {supportEmail || communityUrl ? 'We read everything.' : 'Ask whoever runs this site.'}
      </p>
      <div className="card-actions" hidden={!supportEmail && !communityUrl}>
        {communityUrl && (
          <a className="button" href={communityUrl} target="_blank" rel="noreferrer">
            <ChatIcon />
            Community
          </a>
        )}
        {supportEmail && (
          <a className="button" href={mailtoLink(supportEmail)}>
            <MailIcon />
            <span className="clip">{supportEmail}</span>
          </a>
        )}
      </div>
    </section>
  );
}
