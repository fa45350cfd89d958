import { m } from '../../kit/texts/m.ts';

interface ReasonFacts {
  /** label on the form and in the operators' queue */
  text: () => string;
  /** copies of the dream have to be found, too */
  findsCopies: boolean;
  /** the dream has to be kept as evidence when it is removed */
  keepsEvidence: boolean;
}

/** Reasons for a report, in the order of the form. */
export const REPORT_REASONS = {
  illegal: { text: m.dreams_reason_illegal, findsCopies: true, keepsEvidence: true },
  consent: { text: m.dreams_reason_consent, findsCopies: true, keepsEvidence: false },
  child: { text: m.dreams_reason_child, findsCopies: true, keepsEvidence: true },
  sexual: { text: m.dreams_reason_sexual, findsCopies: false, keepsEvidence: false },
  violent: { text: m.dreams_reason_violent, findsCopies: false, keepsEvidence: false },
  hateful: { text: m.dreams_reason_hateful, findsCopies: false, keepsEvidence: false },
  copyright: { text: m.dreams_reason_copyright, findsCopies: false, keepsEvidence: false },
  other: { text: m.dreams_reason_other, findsCopies: false, keepsEvidence: false },
} as const satisfies Record<string, ReasonFacts>;
export type ReportReason = keyof typeof REPORT_REASONS;

export const REPORT_REASON_KEYS = Object.keys(REPORT_REASONS) as ReportReason[];

/** Outcome of a report: link closed, dream removed, nothing wrong, or deleted before the decision. */
export type ReportDecision = 'closed' | 'removed' | 'kept' | 'gone';

/** Operators' deadline, which the law sets for intimate images without consent. */
export const DECIDE_WITHIN_MS = 48 * 3600_000;

export interface EvidenceFacts {
  name: string | null;
  owner: { id: string; name: string; email: string } | null;
  startedAt: string | null;
  /** Null if the dream was deleted before a decision. */
  decision: 'closed' | 'removed' | null;
  prompts: { at: string; text: string }[];
  reports: { at: string; reason: ReportReason; message: string | null; contact: string | null }[];
}
