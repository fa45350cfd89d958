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

/** Reasons in the words of a form, and of the queue. */
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

/** Outcome of a report: its link closed, all of it removed, nothing wrong, or deleted before anybody decided. */
export type ReportDecision = 'closed' | 'removed' | 'kept' | 'gone';

/** Operators decide within this time; the law gives it for intimate pictures without consent. */
export const DECIDE_WITHIN_MS = 48 * 3600_000;

/** Reasons for which copies are looked for. */
export const COPIES_REASONS: readonly ReportReason[] = ['illegal', 'consent', 'child'];

/** Reasons for which a removed dream is kept as evidence. */
export const EVIDENCE_REASONS: readonly ReportReason[] = ['illegal', 'child'];

/** Contents of a piece of evidence: the dream, its owner, and each report of it. */
export interface EvidenceFacts {
  name: string | null;
  owner: { id: string; name: string; email: string } | null;
  startedAt: string | null;
  /** null where it was deleted before anybody decided */
  decision: 'closed' | 'removed' | null;
  prompts: { at: string; text: string }[];
  reports: { at: string; reason: ReportReason; message: string | null; contact: string | null }[];
}
