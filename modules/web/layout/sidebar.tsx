import { BoardIcon, CloseIcon, DreamIcon, HomeIcon, SlidersIcon } from '../../../islands/ui/icons.tsx';

const ITEMS = [
  { href: '/', label: 'Home', Icon: HomeIcon },
  { href: '/dreamboard', label: 'Dreamboard', Icon: BoardIcon },
  { href: '/stream', label: 'New Stream', Icon: DreamIcon },
  { href: '/settings', label: 'Settings', Icon: SlidersIcon },
];

/** A popover, which browsers close on Escape and on a click outside. */
export function Sidebar({ appName, path }: { appName: string; path: string }) {
  return (
    <nav id="sidebar" className="sidebar" popover="auto" aria-label="Main">
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
          aria-label="Close sidebar"
        >
          <CloseIcon />
        </button>
      </div>
      <ul>
        {ITEMS.map(({ href, label, Icon }) => (
          <li key={href}>
            <a className="menu-item" href={href} aria-current={path === href ? 'page' : undefined}>
              <Icon />
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
