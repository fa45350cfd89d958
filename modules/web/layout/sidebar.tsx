import { BoardIcon, CloseIcon, DreamIcon, SlidersIcon } from '../../../islands/ui/icons.tsx';
import { m } from '../../kit/texts/m.ts';
import { HomeIcon } from './icons.tsx';
import { LanguageButton } from './languages.tsx';

const ITEMS = [
  { href: '/', label: m.web_sidebar_home, Icon: HomeIcon },
  { href: '/dreamboard', label: m.web_sidebar_dreamboard, Icon: BoardIcon },
  { href: '/stream', label: m.web_sidebar_new_stream, Icon: DreamIcon },
  { href: '/settings', label: m.web_sidebar_settings, Icon: SlidersIcon },
];

/** A popover, which browsers close on Escape and on a click outside. */
export function Sidebar({ appName, path }: { appName: string; path: string }) {
  return (
    <nav id="sidebar" className="sidebar" popover="auto" aria-label={m.web_sidebar_label()}>
      <div className="sidebar-top">
        <span className="wordmark">
          <span className="wordmark-moon" aria-hidden="true" />
          {appName}
        </span>
        <button
          type="button"
          className="icon-button"
          popoverTarget="sidebar"
          popoverTargetAction="hide"
          aria-label={m.web_sidebar_close()}
        >
          <CloseIcon />
        </button>
      </div>
      <ul>
        {ITEMS.map(({ href, label, Icon }) => (
          <li key={href}>
            <a className="menu-item" href={href} aria-current={path === href ? 'page' : undefined}>
              <Icon />
              <span>{label()}</span>
            </a>
          </li>
        ))}
      </ul>
      <LanguageButton className="menu-item sidebar-language" />
    </nav>
  );
}
