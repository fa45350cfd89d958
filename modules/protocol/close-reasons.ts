/** Reasons in close messages to workers that a browser tab shows; in English, because close messages are for any client. */
export const CLOSE_REASONS = {
  signedOut: 'You have signed out.',
  operatorsOnly: 'Only operators may draw.',
  removed: 'An operator took this worker out of service.',
} as const;
