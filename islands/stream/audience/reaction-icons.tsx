import { icon } from '../../ui/icons.tsx';

export const HeartIcon = icon(
  '<path d="M12 19.5C6.6 15.9 4 12.6 4 9.4a4.2 4.2 0 0 1 8-1.9 4.2 4.2 0 0 1 8 1.9c0 3.2-2.6 6.5-8 10.1Z"/>',
);
export const SparklesIcon = icon(
  '<path d="M10.5 5c.7 4.4 2.6 6.3 7 7-4.4.7-6.3 2.6-7 7-.7-4.4-2.6-6.3-7-7 4.4-.7 6.3-2.6 7-7Z"/><path d="M18.5 3.5v4m-2-2h4M19 17v3m-1.5-1.5h3"/>',
);
export const WowIcon = icon(
  '<circle cx="12" cy="12" r="8.25"/><circle cx="12" cy="15.5" r="2"/><path d="M9 9.5v.75m6-.75v.75"/>',
);
export const ClapIcon = icon(
  '<path d="m9.5 12.9-3.3-3.3a1.25 1.25 0 0 1 1.8-1.8l4 4m0 0L8 7.75A1.25 1.25 0 0 1 9.75 6l4.5 4.5m0 0-3-3a1.25 1.25 0 0 1 1.8-1.8l4.2 4.2V7.75a1.25 1.25 0 0 1 2.5 0v5.5a6.5 6.5 0 0 1-11.1 4.6l-3.6-3.6a1.25 1.25 0 0 1 1.8-1.8z"/><path d="M4.5 4.5 5.75 5.75M9 2.75v1.5M2.75 9h1.5"/>',
);
export const DreamyIcon = icon(
  '<path d="M19.5 14.25A8 8 0 1 1 9.75 4.5a6.5 6.5 0 0 0 9.75 9.75Z"/><path d="M15.25 4.5h3.5l-3.5 4h3.5"/>',
);
