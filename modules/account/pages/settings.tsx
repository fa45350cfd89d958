import type { ReactNode } from 'react';
import { ChatIcon, CheckIcon, MailIcon } from '../../../islands/ui/icons.tsx';
import { mailtoLink } from '../../../src/kit/email-address.ts';
import { PageScript } from '../../../src/web/island.tsx';
import { Avatar } from '../../../src/web/layout/avatar.tsx';
import { SignInRequired } from '../../../src/web/pages/sign-in-required.tsx';
import { planOfPerson } from '../../billing/shared/plans.ts';
import type { AccessAnswer } from '../../stream/schemas.ts';
import { DataCard, type EndOfAccountProps, KeepNotice } from './end-of-account.tsx';
import { NewsCard } from './news.tsx';
import { PasskeysCard, type PasskeysCardProps } from './passkeys.tsx';
import { type SignInCardProps, SignInsCard } from './sign-ins.tsx';
import { TierPanel, type TierPanelProps } from './tier-panel.tsx';
import { Usage } from './usage.tsx';

export interface SettingsPageProps
  extends EndOfAccountProps,
    SignInCardProps,
    PasskeysCardProps,
    TierPanelProps {
  /** usage of those who have a limit; null for others, or when it could not be read */
  access: AccessAnswer | null;
  wantsNews: boolean;
  supportEmail: string | null;
  communityUrl: string | null;
  /** opened by the page's script when a form needs a fresh proof of who one is */
  confirmDialog: ReactNode;
}

export function SignedOutSettings() {
  return <SignInRequired title="Account Settings" text="Please sign in to see your settings." />;
}

export function SettingsPage(props: SettingsPageProps) {
  const { person } = props;
  const plan = planOfPerson(person);
  return (
    <div className="settings">
      <PageScript name="settings" />
      <h1>Account Settings</h1>
      <KeepNotice {...props} />
      {props.resume && (
        <div className="notice notice-good" role="status">
          <CheckIcon />
          <p>Thank you, it is you. You can go on with what you were doing.</p>
        </div>
      )}
      <div className="settings-columns">
        <div>
          <section className="card settings-profile" aria-label="Profile">
            <Avatar picture={person.picture} size={64} />
            <div>
              <h2>{person.name.trim() || 'Dreamer'}</h2>
              <p>{person.email}</p>
            </div>
          </section>
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
