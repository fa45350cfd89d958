import { icon } from './icons.tsx';

export const UpIcon = icon('<path d="m6 14.5 6-6 6 6"/>');
export const DownIcon = icon('<path d="m6 9.5 6 6 6-6"/>');
export const GripIcon = icon('<path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01"/>');
