import { z } from 'zod';
import { auditFilter } from './audit.ts';
import { paymentFilter } from './payments.ts';
import { userFilter } from './people/people.ts';
import { sessionFilter } from './sessions.ts';

/** GET /api/admin/export/:what?filter=…: a CSV file of everything that matches a list's filter, which is JSON */
export const EXPORTS = {
  people: z.strictObject(userFilter),
  sessions: z.strictObject(sessionFilter),
  payments: z.strictObject(paymentFilter),
  audit: z.strictObject(auditFilter),
} as const;
export type Exported = keyof typeof EXPORTS;
