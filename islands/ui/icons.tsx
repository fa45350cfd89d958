/**
 * One icon set: 24 px grid, round strokes, no fills; the style sheet does the rest. Icons are hidden from screen
 * readers; the control has the label. Each is a single shared element with its drawing as text, because a page of tiles
 * has a hundred of them, which React would render and hydrate line by line.
 * @param drawing constant SVG
 */
export function icon(drawing: string, className = 'icon') {
  const svg = (
    <svg
      className={className}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
  return () => svg;
}

/** An icon that points somewhere: right-to-left pages mirror it. */
export const pointingIcon = (drawing: string) => icon(drawing, 'icon icon-pointing');

export const CloseIcon = icon('<path d="m6.5 6.5 11 11m0-11-11 11"/>');
export const BoardIcon = icon(
  '<rect x="3.75" y="4.75" width="7" height="6" rx="1.5"/><rect x="13.25" y="4.75" width="7" height="9" rx="1.5"/><rect x="3.75" y="13.25" width="7" height="6" rx="1.5"/><path d="M14.75 16.75h4M14.75 19.25h2"/>',
);
export const DreamIcon = icon(
  '<path d="M19.75 14.25A8 8 0 1 1 9.75 4.25a6.5 6.5 0 0 0 10 10Z"/><path d="M16.5 3.75v4m-2-2h4"/>',
);
export const SlidersIcon = icon(
  '<path d="M4 7.5h8.5m4 0H20M4 16.5h3.5m4 0H20"/><circle cx="14.5" cy="7.5" r="2"/><circle cx="9.5" cy="16.5" r="2"/>',
);
export const ShieldIcon = icon(
  '<path d="M12 3.75 5 6.5v5c0 4.25 2.9 7.3 7 8.75 4.1-1.45 7-4.5 7-8.75v-5zM9.25 12l2 2 3.5-4"/>',
);
export const ChatIcon = icon(
  '<path d="M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 3.75V16h-2A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5Z"/>',
);
export const ExternalIcon = pointingIcon(
  '<path d="M13.5 4.5h6v6m0-6-8.5 8.5M17.5 14v3.5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2H10"/>',
);
export const ArrowLeftIcon = pointingIcon('<path d="M19.5 12h-15m6-6-6 6 6 6"/>');
export const ArrowUpIcon = icon('<path d="M12 19.5v-15m-6 6 6-6 6 6"/>');
export const SkipIcon = icon('<path d="m6 6 8.5 6L6 18zM18 6v12"/>');
export const ScoreIcon = icon('<path d="M9 6h11M9 12h11M9 18h7M4 6h.01M4 12h.01M4 18h.01"/>');
export const RepeatIcon = icon(
  '<path d="M5 11V9.5A3.5 3.5 0 0 1 8.5 6H19m-3-3 3 3-3 3m3 4v1.5a3.5 3.5 0 0 1-3.5 3.5H5m3 3-3-3 3-3"/>',
);
export const ScissorsIcon = icon(
  '<path d="M8 8.5a2.25 2.25 0 1 1-2.25-2.25A2.25 2.25 0 0 1 8 8.5Zm0 7a2.25 2.25 0 1 1-2.25-2.25A2.25 2.25 0 0 1 8 15.5ZM7.6 9.9 19.5 18m-11.9-3.9L19.5 6"/>',
);
export const PlusIcon = icon('<path d="M12 5v14m-7-7h14"/>');
export const PlayIcon = icon(
  '<path d="M8 5.9v12.2a.9.9 0 0 0 1.37.77l9.93-6.1a.9.9 0 0 0 0-1.54l-9.93-6.1A.9.9 0 0 0 8 5.9Z"/>',
);
export const PeopleIcon = icon(
  '<circle cx="9" cy="8.5" r="3.25"/><path d="M3 19.25c.4-3.2 2.7-5 6-5s5.6 1.8 6 5M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14.6c2 .7 3.2 2.3 3.5 4.65"/>',
);
export const StopIcon = icon('<rect x="6.5" y="6.5" width="11" height="11" rx="2"/>');
export const ExpandIcon = icon('<path d="M14.5 4.5h5v5m-10 10h-5v-5m15-10-6 6m-9 9 6-6"/>');
export const ShrinkIcon = icon('<path d="M19.5 9.5h-5v-5m-10 10h5v5m5-10 5.5-5.5M9.5 14.5 4 20"/>');
export const ClockIcon = icon('<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>');
export const AlertIcon = icon(
  '<path d="M12 9v4.25m0 3v.01M10.5 4.9 3.7 16.75A1.73 1.73 0 0 0 5.2 19.35h13.6a1.73 1.73 0 0 0 1.5-2.6L13.5 4.9a1.73 1.73 0 0 0-3 0Z"/>',
);
export const DownloadIcon = icon('<path d="M12 4.5v10.5m-4.5-4.5L12 15l4.5-4.5M5 19.5h14"/>');
export const LinkIcon = icon(
  '<path d="M10 13.75a4 4 0 0 0 5.9.35l3-3a4 4 0 0 0-5.65-5.65l-1.25 1.25M14 10.25a4 4 0 0 0-5.9-.35l-3 3a4 4 0 0 0 5.65 5.65L12 17.3"/>',
);
export const ShareIcon = icon(
  '<path d="M12 15V3.75m0 0L8.25 7.5M12 3.75l3.75 3.75M8 11H6.5A1.5 1.5 0 0 0 5 12.5v6A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-6a1.5 1.5 0 0 0-1.5-1.5H16"/>',
);
export const LinkOffIcon = icon(
  '<path d="m11 6.85 2.25-2.25a4 4 0 0 1 5.65 5.65l-2.25 2.25m-2.3 2.3-.35.35m-1 2.25-.75.75a4 4 0 0 1-5.65-5.65l2.2-2.2M4.75 4.75l14.5 14.5"/>',
);
export const EyeIcon = icon(
  '<path d="M3.5 12c2-4 5-6 8.5-6s6.5 2 8.5 6c-2 4-5 6-8.5 6s-6.5-2-8.5-6Z"/><circle cx="12" cy="12" r="2.75"/>',
);
export const FunnelIcon = icon('<path d="M4.5 6.5h15M7.5 12h9m-6 5.5h3"/>');
export const MailIcon = icon(
  '<rect x="3.75" y="5.75" width="16.5" height="12.5" rx="1.75"/><path d="m4.5 7.25 7.5 6 7.5-6"/>',
);
export const PencilIcon = icon(
  '<path d="M4.5 19.5 5.5 15 15.75 4.75a1.75 1.75 0 0 1 2.5 0l1 1a1.75 1.75 0 0 1 0 2.5L9 18.5zM13.5 7l3.5 3.5"/>',
);
export const BookmarkIcon = icon(
  '<path d="M7 4.75h10a.75.75 0 0 1 .75.75v14L12 15.5 6.25 19.5v-14A.75.75 0 0 1 7 4.75Z"/>',
);
export const MoreIcon = icon('<path d="M6 12h.01M12 12h.01M18 12h.01"/>');
export const TrashIcon = icon(
  '<path d="M5 7h14M10 7V4.75h4V7M7 7l.75 12.25h8.5L17 7M10.25 10.5v5.5m3.5-5.5v5.5"/>',
);
export const SearchIcon = icon('<path d="m19.5 19.5-4.25-4.25"/><circle cx="10.75" cy="10.75" r="6.25"/>');
export const CheckIcon = icon('<path d="m5.5 12.5 4.25 4.25 8.75-9.5"/>');
export const StarIcon = icon(
  '<path d="m12 4 2.45 5.05 5.55.75-4.05 3.85 1 5.5L12 16.5l-4.95 2.65 1-5.5L4 9.8l5.55-.75z"/>',
);
export const SelectIcon = icon('<path d="M9.5 12l2 2 3.75-4.25"/><circle cx="12" cy="12" r="8"/>');
export const PauseIcon = icon('<path d="M9 6.5v11m6-11v11"/>');
