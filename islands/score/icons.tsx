import { icon } from '../ui/icons.tsx';

export const EyeOffIcon = icon(
  '<path d="M4 4l16 16M9.9 6.3A8.6 8.6 0 0 1 12 6c4.5 0 7.5 4 8.5 6a14 14 0 0 1-2.7 3.5M6.3 7.6A14 14 0 0 0 3.5 12c1 2 4 6 8.5 6a8.4 8.4 0 0 0 4-1"/>',
);
