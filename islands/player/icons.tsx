import { icon } from '../ui/icons.tsx';

export const SoundIcon = icon(
  '<path d="M4.5 9.75v4.5h3.25L12 18V6L7.75 9.75zM15 9.5a3.5 3.5 0 0 1 0 5m2.5-7.5a7 7 0 0 1 0 10"/>',
);
export const MutedIcon = icon(
  '<path d="M4.5 9.75v4.5h3.25L12 18V6L7.75 9.75zM15.5 9.75l4.5 4.5m0-4.5-4.5 4.5"/>',
);
export const CaptionsIcon = icon(
  '<rect x="3.5" y="5.5" width="17" height="13" rx="2.5"/><path d="M10.5 10.75a2 2 0 1 0 0 2.5m6.5-2.5a2 2 0 1 0 0 2.5"/>',
);
export const LoopIcon = icon(
  '<path d="M5 11V9.5A2.5 2.5 0 0 1 7.5 7H18m0 0-2.75-2.75M18 7l-2.75 2.75M19 13v1.5a2.5 2.5 0 0 1-2.5 2.5H6m0 0 2.75 2.75M6 17l2.75-2.75"/>',
);
export const FloatIcon = icon(
  '<path d="M20.5 10.5V7A2 2 0 0 0 18.5 5h-13a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2H10"/><rect x="13" y="13.5" width="8" height="6" rx="1.5"/>',
);
