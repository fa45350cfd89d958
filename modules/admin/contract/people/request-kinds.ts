/** Data protection rights, as requests name them. */
export const REQUEST_KINDS = {
  access: 'Access or a copy',
  correction: 'Correction',
  erasure: 'Erasure',
  objection: 'Objection or restriction',
  other: 'Something else',
} as const;
export type RequestKind = keyof typeof REQUEST_KINDS;

/** Days within which a request must be answered (GDPR, article 12). */
export const ANSWER_DAYS = 30;
