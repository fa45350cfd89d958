import { icon, pointingIcon } from '../ui/icons.tsx';

export const ChevronLeftIcon = pointingIcon('<path d="m14.5 6-6 6 6 6"/>');
export const ChevronRightIcon = pointingIcon('<path d="m9.5 6 6 6-6 6"/>');
export const CopyIcon = icon(
  '<rect x="8.75" y="8.75" width="11" height="11" rx="2"/><path d="M15.25 8.75v-2.5a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2.5"/>',
);
export const FlagIcon = icon('<path d="M6 20V4.75m0 .5c4-2.5 7.5 2 12.25 0v8.5c-4.75 2-8.25-2.5-12.25 0"/>');
