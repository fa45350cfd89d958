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
  /** part of the address of the account or the actor */
  person: searched,
  act: z.enum(ACTS).optional(),
  /** id of the dream, worker or mail concerned */
  object: searched,
  after: moment,
  before: moment,
});
export type AuditFilter = Omit<z.output<typeof auditDataRequest>, 'action' | 'page' | 'limit'>;

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
