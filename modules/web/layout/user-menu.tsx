import { ChatIcon, ExternalIcon, ShieldIcon, SlidersIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import type { Role, SessionUser } from '../contract/person.ts';
import { Avatar } from './avatar.tsx';
import { SignOutIcon, SunMoonIcon } from './icons.tsx';

interface UserMenuProps {
  person: SessionUser;
  communityUrl: string | undefined;
  socialUrl: string | undefined;
}

const ROLE_LABELS: Record<Role, () => string> = {
  user: m.web_menu_role_user,
  subscribed: m.web_menu_role_subscribed,
  admin: m.web_menu_role_admin,
};

export function UserMenu({ person, communityUrl, socialUrl }: UserMenuProps) {
  return (
    <>
      <button
        type="button"
        className="icon-button avatar-button"
        popoverTarget="user-menu"
        aria-label={m.web_menu_label()}
      >
        <Avatar picture={person.picture} />
      </button>
      <div id="user-menu" className="menu user-menu" popover="auto">
        <div className="user-menu-person">
          <p className="user-menu-email" dir="auto">
            {person.email}
          </p>
          <p className="user-menu-role" {...labelAttributes()} data-role="">
            {ROLE_LABELS[person.role]()}
          </p>
        </div>
        <button
          type="button"
          className="menu-item"
          role="switch"
          aria-checked="false"
          aria-label={m.web_menu_dark_theme()}
          data-theme-switch=""
        >
          <SunMoonIcon />
          <span>{m.web_menu_dark_theme()}</span>
          <span className="switch" aria-hidden="true" />
        </button>
        <a className="menu-item" href="/settings">
          <SlidersIcon />
          <span>{m.web_menu_settings()}</span>
        </a>
        {person.role === 'admin' && (
          <a className="menu-item" href="/admin" data-admin-link="">
            <ShieldIcon />
            <span>{m.web_menu_admin()}</span>
          </a>
        )}
        {communityUrl && (
          <a className="menu-item" href={communityUrl} target="_blank" rel="noreferrer">
            <ChatIcon />
            <span>{m.web_menu_community()}</span>
          </a>
        )}
        {socialUrl && (
          <a className="menu-item" href={socialUrl} target="_blank" rel="noreferrer">
            <ExternalIcon />
            <span>{m.web_menu_social()}</span>
          </a>
        )}
        <button type="button" className="menu-item" data-sign-out="">
          <SignOutIcon />
          <span>{m.web_menu_sign_out()}</span>
        </button>
      </div>
    </>
  );
}

/** The label of each role, for the page's script when the role changes. */
const labelAttributes = () =>
  Object.fromEntries(Object.entries(ROLE_LABELS).map(([role, label]) => [`data-${role}`, label()]));
