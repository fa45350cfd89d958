import { z } from 'zod';
import type { ReportReason } from '../../dreams/schemas.ts';
import { id, reason } from './fields.ts';

/** POST /api/admin/report-data: what people reported, and what was done about it */
export const reportDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getReports'), sessionId: id.optional() }),
  z.strictObject({ action: z.literal('seen'), sessionId: id }),
  z.strictObject({
    action: z.enum(['takeDown', 'putBack', 'remove', 'restore']),
    sessionId: id,
    reason,
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
  /** what closes its link until an operator has looked */
  holds: { reason: string; at: string }[];
  /** the newest few */
  reports: { reason: ReportReason; message: string | null; at: string }[];
}
export interface ReportsAnswer {
  /** the one that was asked for, then those that were reported or taken down, the newest report first */
  dreams: ReportedDream[];
}
export interface TakeDownAnswer {
  /** false: it stood so before */
  changed: boolean;
}
