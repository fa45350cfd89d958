import type { ReactNode } from 'react';

/** One drawn set: 24 px grid, 1.5 px round strokes, no fills. An icon never speaks: its control has the label. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export function MenuIcon() {
  return (
    <Drawing>
      <path d="M4 7.5h16M4 12h10M4 16.5h16" />
    </Drawing>
  );
}

export function CloseIcon() {
  return (
    <Drawing>
      <path d="m6.5 6.5 11 11m0-11-11 11" />
    </Drawing>
  );
}

export function HomeIcon() {
  return (
    <Drawing>
      <path d="m4 11 8-6.75L20 11v7.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5zM9.75 20v-5.5h4.5V20" />
    </Drawing>
  );
}

export function BoardIcon() {
  return (
    <Drawing>
      <rect x="3.75" y="4.75" width="7" height="6" rx="1.5" />
      <rect x="13.25" y="4.75" width="7" height="9" rx="1.5" />
      <rect x="3.75" y="13.25" width="7" height="6" rx="1.5" />
      <path d="M14.75 16.75h4M14.75 19.25h2" />
    </Drawing>
  );
}

export function DreamIcon() {
  return (
    <Drawing>
      <path d="M19.75 14.25A8 8 0 1 1 9.75 4.25a6.5 6.5 0 0 0 10 10Z" />
      <path d="M16.5 3.75v4m-2-2h4" />
    </Drawing>
  );
}

export function SlidersIcon() {
  return (
    <Drawing>
      <path d="M4 7.5h8.5m4 0H20M4 16.5h3.5m4 0H20" />
      <circle cx="14.5" cy="7.5" r="2" />
      <circle cx="9.5" cy="16.5" r="2" />
    </Drawing>
  );
}

export function ShieldIcon() {
  return (
    <Drawing>
      <path d="M12 3.75 5 6.5v5c0 4.25 2.9 7.3 7 8.75 4.1-1.45 7-4.5 7-8.75v-5zM9.25 12l2 2 3.5-4" />
    </Drawing>
  );
}

export function SignOutIcon() {
  return (
    <Drawing>
      <path d="M10 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H10M15.5 8l4 4-4 4m4-4h-9.5" />
    </Drawing>
  );
}

export function SunMoonIcon() {
  return (
    <Drawing>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3.5v1.75m0 13.5v1.75M3.5 12h1.75m13.5 0h1.75M6 6l1.25 1.25m9.5 9.5L18 18M18 6l-1.25 1.25M7.25 16.75 6 18" />
    </Drawing>
  );
}

export function UserIcon() {
  return (
    <Drawing>
      <circle cx="12" cy="8.5" r="3.75" />
      <path d="M4.75 19.75c1-3.6 3.75-5.25 7.25-5.25s6.25 1.65 7.25 5.25" />
    </Drawing>
  );
}

export function ChatIcon() {
  return (
    <Drawing>
      <path d="M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 3.75V16h-2A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5Z" />
    </Drawing>
  );
}

export function ExternalIcon() {
  return (
    <Drawing>
      <path d="M13.5 4.5h6v6m0-6-8.5 8.5M17.5 14v3.5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2H10" />
    </Drawing>
  );
}

export function ArrowLeftIcon() {
  return (
    <Drawing>
      <path d="M19.5 12h-15m6-6-6 6 6 6" />
    </Drawing>
  );
}

export function ArrowUpIcon() {
  return (
    <Drawing>
      <path d="M12 19.5v-15m-6 6 6-6 6 6" />
    </Drawing>
  );
}

export function PlusIcon() {
  return (
    <Drawing>
      <path d="M12 5v14m-7-7h14" />
    </Drawing>
  );
}

export function PlayIcon() {
  return (
    <Drawing>
      <path d="M8 5.9v12.2a.9.9 0 0 0 1.37.770l9.93-6.1a.9.9 0 0 0 0-1.54l-9.93-6.1A.9.9 0 0 0 8 5.9Z" />
    </Drawing>
  );
}

export function StopIcon() {
  return (
    <Drawing>
      <rect x="6.5" y="6.5" width="11" height="11" rx="2" />
    </Drawing>
  );
}

export function ExpandIcon() {
  return (
    <Drawing>
      <path d="M14.5 4.5h5v5m-10 10h-5v-5m15-10-6 6m-9 9 6-6" />
    </Drawing>
  );
}

export function ShrinkIcon() {
  return (
    <Drawing>
      <path d="M19.5 9.5h-5v-5m-10 10h5v5m5-10 5.5-5.5M9.5 14.5 4 20" />
    </Drawing>
  );
}

export function ClockIcon() {
  return (
    <Drawing>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.5V12l3 2" />
    </Drawing>
  );
}

export function AlertIcon() {
  return (
    <Drawing>
      <path d="M12 9v4.25m0 3v.01M10.5 4.9 3.7 16.75A1.73 1.73 0 0 0 5.2 19.35h13.6a1.73 1.73 0 0 0 1.5-2.6L13.5 4.9a1.73 1.73 0 0 0-3 0Z" />
    </Drawing>
  );
}

export function DownloadIcon() {
  return (
    <Drawing>
      <path d="M12 4.5v10.5m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />
    </Drawing>
  );
}

export function LinkIcon() {
  return (
    <Drawing>
      <path d="M10 13.75a4 4 0 0 0 5.9.350l3-3a4 4 0 0 0-5.65-5.65l-1.25 1.25M14 10.25a4 4 0 0 0-5.9-.35l-3 3a4 4 0 0 0 5.65 5.65L12 17.3" />
    </Drawing>
  );
}

export function MailIcon() {
  return (
    <Drawing>
      <rect x="3.75" y="5.75" width="16.5" height="12.5" rx="1.75" />
      <path d="m4.5 7.25 7.5 6 7.5-6" />
    </Drawing>
  );
}

export function PencilIcon() {
  return (
    <Drawing>
      <path d="M4.5 19.5 5.5 15 15.750 4.750a1.75 1.75 0 0 1 2.5 0l1 1a1.75 1.75 0 0 1 0 2.5L9 18.5zM13.5 7l3.5 3.5" />
    </Drawing>
  );
}

export function BookmarkIcon() {
  return (
    <Drawing>
      <path d="M7 4.75h10a.75.75 0 0 1 .75.75v14L12 15.5 6.250 19.5v-14A.75.75 0 0 1 7 4.750Z" />
    </Drawing>
  );
}

export function MoreIcon() {
  return (
    <Drawing>
      <path d="M6 12h.01M12 12h.01M18 12h.01" />
    </Drawing>
  );
}

export function TrashIcon() {
  return (
    <Drawing>
      <path d="M5 7h14M10 7V4.750h4V7M7 7l.75 12.25h8.5L17 7M10.25 10.5v5.5m3.5-5.5v5.5" />
    </Drawing>
  );
}

export function SearchIcon() {
  return (
    <Drawing>
      <path d="m19.5 19.5-4.250-4.250" />
      <circle cx="10.750" cy="10.750" r="6.250" />
    </Drawing>
  );
}

export function CheckIcon() {
  return (
    <Drawing>
      <path d="m5.5 12.5 4.250 4.250 8.750-9.500" />
    </Drawing>
  );
}

export function StarIcon() {
  return (
    <Drawing>
      <path d="m12 4 2.450 5.050 5.550.750-4.050 3.850 1 5.500L12 16.500l-4.950 2.650 1-5.500L4 9.800l5.550-.750z" />
    </Drawing>
  );
}

export function SelectIcon() {
  return (
    <Drawing>
      <path d="M9.500 12l2 2 3.750-4.250" />
      <circle cx="12" cy="12" r="8" />
    </Drawing>
  );
}

export function FlagIcon() {
  return (
    <Drawing>
      <path d="M6 20V4.750m0 .5c4-2.500 7.500 2 12.250 0v8.500c-4.750 2-8.250-2.500-12.250 0" />
    </Drawing>
  );
}

export function PauseIcon() {
  return (
    <Drawing>
      <path d="M9 6.5v11m6-11v11" />
    </Drawing>
  );
}

export function RocketIcon() {
  return (
    <Drawing>
      <path d="M9 15c-.3-5.2 2.4-9.6 10.25-10.25C18.6 12.6 14.2 15.3 9 15Zm0 0-1.75-1.75M11.5 8.5l-4-.25-3 3.25 4 1m7 0 .25 4-3.25 3-1-4M7 16.5c-1.4.4-2 1.6-2.25 2.75C5.9 19 7.1 18.4 7.5 17" />
      <circle cx="14.75" cy="9.25" r="1.25" />
    </Drawing>
  );
}

export function MicIcon() {
  return (
    <Drawing>
      <rect x="9" y="3.75" width="6" height="10.5" rx="3" />
      <path d="M5.75 11.5a6.25 6.25 0 0 0 12.500 0M12 17.75v2.500" />
    </Drawing>
  );
}

export function MicOffIcon() {
  return (
    <Drawing>
      <path d="M15 10.500V6.750a3 3 0 0 0-5.600-1.500M9 9v2.250a3 3 0 0 0 4.500 2.600M5.750 11.500a6.250 6.250 0 0 0 9.750 5.150m2.500-3.250c.160-.600.250-1.240.250-1.900M12 17.750v2.500M4.500 4.500l15 15" />
    </Drawing>
  );
}
