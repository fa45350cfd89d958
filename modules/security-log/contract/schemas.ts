/** Actions by a person or on their account, and safety decisions about their prompts and images: one entry each. */
export const EVENTS = ['sign-in', 'session-end', 'proof', 'passkey', 'token', 'account', 'safety'] as const;
export type EventKind = (typeof EVENTS)[number];

/** Refusals, counted by network and hour. */
export const REFUSALS = [
  'sign-in-refused',
  'unauthorized',
  'forbidden',
  'limited',
  'worker-refused',
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

/** Retention in days. */
export const KEPT_DAYS = 90;
