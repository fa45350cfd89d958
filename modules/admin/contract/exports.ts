import { z } from 'zod';
import { auditDataRequest } from './audit.ts';
import { paymentFilter } from './payments.ts';
import { userFilter } from './people/people.ts';
import { sessionDataRequest } from './sessions.ts';

/** GET /api/admin/export/:what?filter=…: a CSV file of all that the filter of a list lets through, in JSON */
export const EXPORTS = {
  people: z.strictObject(userFilter),
  sessions: sessionDataRequest.omit({ action: true, page: true, limit: true }),
  payments: paymentFilter,
  audit: auditDataRequest.omit({ action: true, page: true, limit: true }),
} as const;
export type Exported = keyof typeof EXPORTS;
