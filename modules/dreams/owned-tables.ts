import {
  bookmarks,
  collectionDreams,
  conversationMessages,
  dreamAudiences,
  dreamControls,
  dreamPlans,
  dreamPrompts,
  dreamReports,
  dreamSounds,
  dreamViews,
  dreamVisitors,
  dreamWords,
  feedback,
} from './tables.ts';

/** Tables whose rows are deleted along with their dream. */
export const OF_A_DREAM = [
  bookmarks,
  collectionDreams,
  conversationMessages,
  dreamAudiences,
  dreamControls,
  dreamPlans,
  dreamPrompts,
  dreamReports,
  dreamSounds,
  dreamViews,
  dreamVisitors,
  dreamWords,
  feedback,
] as const;
