import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import type { MailKind } from '../../mail/contract/mail-kinds.ts';
import { filterFields, id, page } from './fields.ts';
import { DEFAULT_PAGE_SIZE } from './limits.ts';
import { letter, type MailJobCounts } from './mail.ts';
import { MAIL_FILTER, type MailState } from './mail-filter.ts';

/** POST /api/admin/mail-data: all mails with their outcomes; tests and remainders of bulk mails */
export const mailDataRequest = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('getMails'),
    page,
    limit: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
    ...filterFields(MAIL_FILTER),
  }),
  z.strictObject({ action: z.literal('retryFailed'), jobId: id }),
  z.strictObject({ action: z.literal('sendRest'), jobId: id }),
  z.strictObject({ action: z.literal('sendTest'), to: emailAddress().optional(), ...letter }),
]);
export type TestLetter = Extract<z.output<typeof mailDataRequest>, { action: 'sendTest' }>;
export type MailListRequest = Extract<z.output<typeof mailDataRequest>, { action: 'getMails' }>;

export interface MailRow {
  id: string;
  at: string;
  to: string;
  /** the user it concerns; null if none */
  user_id: string | null;
  kind: MailKind;
  subject: string;
  state: MailState;
  error: string | null;
  /** true if its text was kept */
  can_be_sent_again: boolean;
}

/** A bulk mail. */
export interface MailJobRow extends MailJobCounts {
  at: string;
  /** `marketing`: news */
  kind: string;
  audience: string;
  by: string | null;
  /** number not yet sent when it was stopped */
  left: number;
}

export interface MailsAnswer {
  mails: MailRow[];
  totalCount: number;
  /** the newest few */
  jobs: MailJobRow[];
}
