import { pointingIcon } from '../ui/icons.tsx';

export const UndoIcon = pointingIcon('<path d="M8.5 5.5 4.5 9.5l4 4M5 9.5h8.75a5 5 0 0 1 0 10H9"/>');
