import { z } from 'zod';
import { m } from '../../../kit/texts/m.ts';
import { id, moment, words } from '../fields.ts';
import { namesOf } from './people-filters.ts';
import { REQUEST_KINDS, type RequestKind } from './request-kinds.ts';

const text = (empty: () => string) =>
  z
    .string()
    .trim()
    .min(1, { error: empty })
    .max(2000)
    .regex(/^[^\0]*$/, { error: m.admin_forms_error_control_characters });

/** POST /api/admin/request-data: users' requests about their data */
export const requestDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getRequests') }),
  z.strictObject({
    action: z.literal('addRequest'),
    kind: z.enum(namesOf(REQUEST_KINDS)),
    /** the requester's name or address; an account's address links the request to it */
    person: words(254)
      .trim()
      .min(1, { error: () => m.admin_requests_error_person() }),
    wish: text(m.admin_requests_error_wish),
    /** the day it arrived; today by default */
    receivedAt: moment,
  }),
  z.strictObject({
    action: z.literal('answerRequest'),
    requestId: id,
    answer: text(m.admin_requests_error_answer),
  }),
]);
type RequestData = z.output<typeof requestDataRequest>;
export type AddRequest = Extract<RequestData, { action: 'addRequest' }>;
export type AnswerRequest = Extract<RequestData, { action: 'answerRequest' }>;

export interface RequestRow {
  id: string;
  kind: RequestKind;
  person: string;
  user_id: string | null;
  wish: string;
  received_at: string;
  due_at: string;
  done_at: string | null;
  answer: string | null;
}
export interface RequestsAnswer {
  /** next due first */
  open: RequestRow[];
  /** the newest few */
  done: RequestRow[];
}
