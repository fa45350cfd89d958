import { icon } from '../../ui/icons.tsx';

/* Duplicates the player's icons: sharing them would cost one more request on every page with a player. */
export const SoundIcon = icon(
  '<path d="M4.5 9.75v4.5h3.25L12 18V6L7.75 9.75zM15 9.5a3.5 3.5 0 0 1 0 5m2.5-7.5a7 7 0 0 1 0 10"/>',
);
export const MutedIcon = icon(
  '<path d="M4.5 9.75v4.5h3.25L12 18V6L7.75 9.75zM15.5 9.75l4.5 4.5m0-4.5-4.5 4.5"/>',
);
export const CaptionsIcon = icon(
  '<rect x="3.5" y="5.5" width="17" height="13" rx="2.5"/><path d="M10.5 10.75a2 2 0 1 0 0 2.5m6.5-2.5a2 2 0 1 0 0 2.5"/>',
);
