import { z } from 'zod';
import type { ReportDecision, ReportReason } from '../../dreams/contract/report-reasons.ts';
import { id, reason } from './fields.ts';

/** POST /api/admin/report-data: users' reports, and decisions about them */
export const reportDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getReports'), sessionId: id.optional() }),
  z.strictObject({ action: z.literal('seen'), sessionId: id }),
  z.strictObject({
    action: z.enum(['takeDown', 'putBack', 'remove', 'restore']),
    sessionId: id,
    reason,
    /** the rule that it breaks */
    ground: z.enum(['terms', 'law']).default('terms'),
    /** applies to all of its copies */
    copies: z.boolean().default(false),
  }),
]);
export type ReportAction = Extract<z.output<typeof reportDataRequest>, { reason: string }>;

export interface LinkState {
  /** true if its link is open */
  shared: boolean;
  /** why and when an operator closed its link; null if none has */
  taken_down: { reason: string; at: string } | null;
  /** why and when an operator removed it */
  removed: { reason: string; at: string } | null;
  /** holds that keep its link closed until an operator has looked */
  holds: { reason: string; at: string }[];
}
export interface ReportedDream extends LinkState {
  session_id: string;
  dream_name: string | null;
  user_id: string;
  user_email: string | null;
  thumbnail_url: string | null;
  /** number of reports in all, and since an operator last looked */
  report_count: number;
  new_count: number;
  /** deadline for deciding the oldest open report; null if none is open */
  due_at: string | null;
  /** ids of other dreams with the same file, watermark or start image; filled only if an open report requires it */
  copies: string[];
  /** the newest few */
  reports: { reason: ReportReason; message: string | null; at: string; decision: ReportDecision | null }[];
}
/** A dream preserved for authorities, hidden from its owner and the public. */
export interface KeptEvidence {
  session_id: string;
  dream_name: string | null;
  reasons: ReportReason[];
  kept_until: string;
}
export interface ReportsAnswer {
  /** the requested one, then those awaiting a decision, next deadline first, then the rest */
  dreams: ReportedDream[];
  evidence: KeptEvidence[];
}
export interface TakeDownAnswer {
  /** false: it was already so */
  changed: boolean;
}

/** POST /api/admin/profile-data: reported and closed public profiles, and decisions about them */
export const profileDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getProfiles') }),
  z.strictObject({ action: z.literal('seen'), userId: id }),
  z.strictObject({ action: z.enum(['takeDown', 'putBack']), userId: id, reason }),
]);
export type ProfileDecision = Extract<z.output<typeof profileDataRequest>, { reason: string }>;

export interface ReportedProfile {
  user_id: string;
  handle: string;
  name: string | null;
  bio: string | null;
  /** why and when an operator closed it; null if none has */
  taken_down: { reason: string; at: string } | null;
  /** undecided reports, oldest first */
  reports: { reason: ReportReason; message: string | null; at: string }[];
}
export interface ProfilesAnswer {
  profiles: ReportedProfile[];
}
