import { z } from 'zod';
import { AUDIT_FILTER } from './audit-filter.ts';
import { filterFields, page } from './fields.ts';
import { type AuditKind, DEFAULT_PAGE_SIZE } from './limits.ts';

export const auditFilter = filterFields(AUDIT_FILTER);

/** POST /api/admin/audit-data */
export const auditDataRequest = z.strictObject({
  action: z.literal('getAudit'),
  page,
  limit: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  ...auditFilter,
});

export interface AuditEntry {
  id: string;
  /** time of the last one, if several are grouped */
  at: string;
  kind: AuditKind;
  what: string;
  /** id of the dream concerned */
  dream: string | null;
  /** e-mail of the account; null if none or unknown */
  person: string | null;
  /** e-mail of the admin */
  by: string | null;
  address: string | null;
  device: string | null;
  /** number of identical ones within an hour */
  count: number;
}
export interface AuditDataAnswer {
  entries: AuditEntry[];
  totalCount: number;
}
