import {
  ChatIcon,
  ExternalIcon,
  ShieldIcon,
  SignOutIcon,
  SlidersIcon,
  SunMoonIcon,
} from '../../../islands/ui/icons.tsx';
import { ROLE_LABELS } from '../../auth/contract/roles.ts';
import type { SessionUser } from '../../auth/contract/schemas.ts';
import { Avatar } from './avatar.tsx';

interface UserMenuProps {
  person: SessionUser;
  communityUrl: string | undefined;
  socialUrl: string | undefined;
}

export function UserMenu({ person, communityUrl, socialUrl }: UserMenuProps) {
  return (
    <>
      <button
        type="button"
        className="icon-button avatar-button"
        popoverTarget="user-menu"
        aria-label="Account menu"
      >
        <Avatar picture={person.picture} />
      </button>
      <div id="user-menu" className="menu user-menu" popover="auto">
        <div className="user-menu-person">
          <p className="user-menu-email">{person.email}</p>
          <p className="user-menu-role" data-role="">
            {ROLE_LABELS[person.role]}
          </p>
        </div>
        <button
          type="button"
          className="menu-item"
          role="switch"
          aria-checked="false"
          aria-label="Dark theme"
          data-theme-switch=""
        >
          <SunMoonIcon />
          <span>Dark theme</span>
          <span className="switch" aria-hidden="true" />
        </button>
        <a className="menu-item" href="/settings">
          <SlidersIcon />
          <span>Settings</span>
        </a>
        {person.role === 'admin' && (
          <a className="menu-item" href="/admin" data-admin-link="">
            <ShieldIcon />
            <span>Admin</span>
          </a>
        )}
        {communityUrl && (
          <a className="menu-item" href={communityUrl} target="_blank" rel="noreferrer">
            <ChatIcon />
            <span>Community</span>
          </a>
        )}
        {socialUrl && (
          <a className="menu-item" href={socialUrl} target="_blank" rel="noreferrer">
            <ExternalIcon />
            <span>Follow us</span>
          </a>
        )}
        <button type="button" className="menu-item" data-sign-out="">
          <SignOutIcon />
          <span>Sign out</span>
        </button>
      </div>
    </>
  );
}
