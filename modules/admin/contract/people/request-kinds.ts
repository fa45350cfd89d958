import { m } from '../../../kit/texts/m.ts';

/** Data protection rights, as requests name them. */
export const REQUEST_KINDS = {
  access: m.admin_requests_kind_access,
  correction: m.admin_requests_kind_correction,
  erasure: m.admin_requests_kind_erasure,
  objection: m.admin_requests_kind_objection,
  other: m.admin_requests_kind_other,
} as const;
export type RequestKind = keyof typeof REQUEST_KINDS;

/** Days within which a request must be answered (GDPR, article 12). */
export const ANSWER_DAYS = 30;
