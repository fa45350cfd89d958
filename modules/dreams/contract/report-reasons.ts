export const REPORT_REASONS = [
  'illegal',
  'consent',
  'child',
  'sexual',
  'violent',
  'hateful',
  'copyright',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Labels for the form and the operators' queue. */
export const REASON_TEXTS: Record<ReportReason, string> = {
  illegal: 'It is against the law',
  consent: 'It shows me, without my consent',
  child: 'A child is harmed or sexualised',
  sexual: 'Sexual content',
  violent: 'Violence or danger',
  hateful: 'Hate or harassment',
  copyright: 'It uses my work or likeness',
  other: 'Something else',
};

/** Outcome of a report: link closed, dream removed, nothing wrong, or deleted before the decision. */
export type ReportDecision = 'closed' | 'removed' | 'kept' | 'gone';

/** Operators' deadline, which the law sets for intimate images without consent. */
export const DECIDE_WITHIN_MS = 48 * 3600_000;

/** Reasons that require a search for copies. */
export const COPIES_REASONS: readonly ReportReason[] = ['illegal', 'consent', 'child'];

/** Reasons that require keeping a removed dream as evidence. */
export const EVIDENCE_REASONS: readonly ReportReason[] = ['illegal', 'child'];

export interface EvidenceFacts {
  name: string | null;
  owner: { id: string; name: string; email: string } | null;
  startedAt: string | null;
  /** Null if the dream was deleted before a decision. */
  decision: 'closed' | 'removed' | null;
  prompts: { at: string; text: string }[];
  reports: { at: string; reason: ReportReason; message: string | null; contact: string | null }[];
}
