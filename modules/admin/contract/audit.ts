import { z } from 'zod';
import { ACTS } from './acts.ts';
import { moment, page, searched } from './fields.ts';
import { AUDIT_KINDS, type AuditKind, DEFAULT_PAGE_SIZE } from './limits.ts';

/** POST /api/admin/audit-data */
export const auditDataRequest = z.strictObject({
  action: z.literal('getAudit'),
  page,
  limit: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  kind: z.enum(AUDIT_KINDS).optional(),
  /** part of an address: whose account it was, or who did it */
  person: searched,
  act: z.enum(ACTS).optional(),
  /** id of the dream, the worker or the mail that an act was about */
  object: searched,
  after: moment,
  before: moment,
});
export type AuditFilter = Omit<z.output<typeof auditDataRequest>, 'action' | 'page' | 'limit'>;

export interface AuditEntry {
  id: string;
  /** of several alike, the last one */
  at: string;
  kind: AuditKind;
  what: string;
  /** id of the dream that an act was about */
  dream: string | null;
  /** e-mail of whose account it was; null where that is nobody's or not known */
  person: string | null;
  /** e-mail of the admin who did it */
  by: string | null;
  address: string | null;
  device: string | null;
  /** how many alike in an hour */
  count: number;
}
export interface AuditDataAnswer {
  entries: AuditEntry[];
  totalCount: number;
}
