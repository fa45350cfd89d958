import {
  bookmarks,
  conversationMessages,
  dreamControls,
  dreamPrompts,
  dreamReports,
  dreamViews,
  dreamVisitors,
  dreamWords,
  feedback,
} from './tables.ts';

/** Tables whose rows belong to a dream, and go with it. */
export const OF_A_DREAM = [
  bookmarks,
  conversationMessages,
  dreamControls,
  dreamPrompts,
  dreamReports,
  dreamViews,
  dreamVisitors,
  dreamWords,
  feedback,
] as const;
