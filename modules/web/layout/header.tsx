import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../contract/person.ts';
import { MenuIcon } from './icons.tsx';
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
        aria-label={m.web_sidebar_toggle()}
        title={m.web_sidebar_toggle()}
        disabled={WITHOUT_SIDEBAR.has(path)}
      >
        <MenuIcon />
      </button>
      <a className="wordmark" href="/" aria-label={m.web_header_home({ name: appName })}>
        <span className="wordmark-moon" aria-hidden="true" />
        {appName}
      </a>
      <div className="site-header-user">
        {person ? (
          <UserMenu person={person} communityUrl={communityUrl} socialUrl={socialUrl} />
        ) : (
          <a className="button button-quiet" href="/auth/signin?next=/dreamboard" data-sign-in="">
            {m.web_header_sign_in()}
          </a>
        )}
      </div>
    </header>
  );
}
