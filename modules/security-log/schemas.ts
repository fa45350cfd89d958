/** Acts of one person, or in their name, and what was decided about their prompts and pictures: a line each. */
export const EVENTS = ['sign-in', 'session-end', 'proof', 'passkey', 'account', 'safety'] as const;
export type EventKind = (typeof EVENTS)[number];

/** Refusals: a count an address and hour. */
export const REFUSALS = [
  'sign-in-refused',
  'unauthorized',
  'forbidden',
  'limited',
  'worker-refused',
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

/** Days that the log is kept. */
export const KEPT_DAYS = 90;
