import { icon, pointingIcon } from '../../../islands/ui/icons.tsx';

export const MenuIcon = icon('<path d="M4 7.5h16M4 12h10M4 16.5h16"/>');
export const KeyIcon = icon(
  '<circle cx="8.25" cy="15.75" r="4"/><path d="m11.25 12.75 8.5-8.5m-3.25 3.25 2.75 2.75m-5.5 0 2 2"/>',
);
export const HomeIcon = icon(
  '<path d="m4 11 8-6.75L20 11v7.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5zM9.75 20v-5.5h4.5V20"/>',
);
export const SignOutIcon = pointingIcon(
  '<path d="M10 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H10M15.5 8l4 4-4 4m4-4h-9.5"/>',
);
export const SunMoonIcon = icon(
  '<circle cx="12" cy="12" r="4"/><path d="M12 3.5v1.75m0 13.5v1.75M3.5 12h1.75m13.5 0h1.75M6 6l1.25 1.25m9.5 9.5L18 18M18 6l-1.25 1.25M7.25 16.75 6 18"/>',
);
export const GlobeIcon = icon(
  '<circle cx="12" cy="12" r="8.25"/><path d="M3.75 12h16.5M12 3.75c2.6 2.4 3.75 5.2 3.75 8.25S14.6 17.85 12 20.25C9.4 17.85 8.25 15.05 8.25 12S9.4 6.15 12 3.75Z"/>',
);
export const UserIcon = icon(
  '<circle cx="12" cy="8.5" r="3.75"/><path d="M4.75 19.75c1-3.6 3.75-5.25 7.25-5.25s6.25 1.65 7.25 5.25"/>',
);
