interface ReasonFacts {
  /** label on the form and in the operators' queue */
  text: string;
  /** copies of the dream have to be found, too */
  findsCopies: boolean;
  /** the dream has to be kept as evidence when it is removed */
  keepsEvidence: boolean;
}

/** Reasons for a report, in the order of the form. */
export const REPORT_REASONS = {
  illegal: { text: 'It is against the law', findsCopies: true, keepsEvidence: true },
  consent: { text: 'It shows me, without my consent', findsCopies: true, keepsEvidence: false },
  child: { text: 'A child is harmed or sexualised', findsCopies: true, keepsEvidence: true },
  sexual: { text: 'Sexual content', findsCopies: false, keepsEvidence: false },
  violent: { text: 'Violence or danger', findsCopies: false, keepsEvidence: false },
  hateful: { text: 'Hate or harassment', findsCopies: false, keepsEvidence: false },
  copyright: { text: 'It uses my work or likeness', findsCopies: false, keepsEvidence: false },
  other: { text: 'Something else', findsCopies: false, keepsEvidence: false },
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
