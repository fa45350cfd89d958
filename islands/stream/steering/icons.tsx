import { icon } from '../../ui/icons.tsx';

export const PadIcon = icon(
  '<path d="M8 7.25h8a4.75 4.75 0 0 1 4.75 4.5v3.1a2.15 2.15 0 0 1-3.85 1.3L15.5 14.5h-7l-1.4 1.65a2.15 2.15 0 0 1-3.85-1.3v-3.1A4.75 4.75 0 0 1 8 7.25Zm.25 2.5v3m-1.5-1.5h3m5.5-.75h.01m1.74 1.75h.01"/>',
);
export const MouseIcon = icon(
  '<path d="M12 3.75a5 5 0 0 1 5 5v6.5a5 5 0 0 1-10 0v-6.5a5 5 0 0 1 5-5Zm0 3.5v3"/>',
);
export const KeysIcon = icon(
  '<path d="M5.5 6.5h13A1.75 1.75 0 0 1 20.25 8v8a1.75 1.75 0 0 1-1.75 1.5h-13A1.75 1.75 0 0 1 3.75 16V8A1.75 1.75 0 0 1 5.5 6.5ZM7.5 10h.01m4.49 0h.01m4.49 0h.01M8.5 14h7"/>',
);
export const StickIcon = icon('<circle cx="12" cy="12" r="8.25"/><circle cx="12" cy="12" r="3.25"/>');
