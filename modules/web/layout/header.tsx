import { MenuIcon } from '../../../islands/ui/icons.tsx';
import type { SessionUser } from '../../auth/contract/schemas.ts';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  appName: string;
  person: SessionUser | null;
  path: string;
  communityUrl: string | undefined;
  socialUrl: string | undefined;
}

/** Pages whose sidebar button is shown but disabled. */
const WITHOUT_SIDEBAR = new Set(['/', '/beta']);

export function Header({ appName, person, path, communityUrl, socialUrl }: HeaderProps) {
  return (
    <header className="site-header">
      <button
        type="button"
        className="icon-button"
        popoverTarget="sidebar"
        aria-label="Toggle sidebar"
        title="Toggle sidebar"
        disabled={WITHOUT_SIDEBAR.has(path)}
      >
        <MenuIcon />
      </button>
      <a className="wordmark" href="/" aria-label={`${appName}, home`}>
        <span className="wordmark-moon" aria-hidden="true" />
        {appName}
      </a>
      <div className="site-header-user">
        {person ? (
          <UserMenu person={person} communityUrl={communityUrl} socialUrl={socialUrl} />
        ) : (
          <a className="button button-quiet" href="/auth/signin?next=/dreamboard" data-sign-in="">
            Sign in
          </a>
        )}
      </div>
    </header>
  );
}
