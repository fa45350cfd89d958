import { z } from 'zod';
import type { ReportDecision, ReportReason } from '../../dreams/contract/report-reasons.ts';
import { id, reason } from './fields.ts';

/** POST /api/admin/report-data: what people reported, and what was done about it */
export const reportDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getReports'), sessionId: id.optional() }),
  z.strictObject({ action: z.literal('seen'), sessionId: id }),
  z.strictObject({
    action: z.enum(['takeDown', 'putBack', 'remove', 'restore']),
    sessionId: id,
    reason,
    /** what it goes against */
    ground: z.enum(['terms', 'law']).default('terms'),
    /** the same for all its copies */
    copies: z.boolean().default(false),
  }),
]);
export type ReportAction = Extract<z.output<typeof reportDataRequest>, { reason: string }>;

export interface ReportedDream {
  session_id: string;
  dream_name: string | null;
  user_id: string;
  user_email: string | null;
  thumbnail_url: string | null;
  /** whether its link is open */
  shared: boolean;
  /** why an operator closed its link, and when; null where none has */
  taken_down: { reason: string; at: string } | null;
  /** why an operator took all of it away, and when */
  removed: { reason: string; at: string } | null;
  /** how often it was reported in all, and since an operator has looked */
  report_count: number;
  new_count: number;
  /** until when the first of these must be decided; null without any */
  due_at: string | null;
  /** what closes its link until an operator has looked */
  holds: { reason: string; at: string }[];
  /** ids of other dreams with the same file, watermark or start image; looked for where a report is open that wants it */
  copies: string[];
  /** the newest few */
  reports: { reason: ReportReason; message: string | null; at: string; decision: ReportDecision | null }[];
}
/** A dream that is kept for authorities, apart from its owner and the public. */
export interface KeptEvidence {
  session_id: string;
  dream_name: string | null;
  reasons: ReportReason[];
  kept_until: string;
}
export interface ReportsAnswer {
  /** the one that was asked for, then those that wait for a decision, the first to be due first, then all others */
  dreams: ReportedDream[];
  evidence: KeptEvidence[];
}
export interface TakeDownAnswer {
  /** false: it stood so before */
  changed: boolean;
}
