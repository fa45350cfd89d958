import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import { m } from '../../kit/texts/m.ts';
import { BULK_KINDS } from '../../mail/contract/mail-kinds.ts';
import { ROLES } from '../../web/contract/person.ts';
import { id, words } from './fields.ts';
import { userFilter } from './people/people.ts';

const subject = words(300).trim().min(1, { error: m.admin_mails_error_empty });
/** A language that is not offered has no readers, which does no harm. */
const locale = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, { error: m.admin_mails_error_translations });
const MAX_TRANSLATIONS = 30;
const content = z
  .string()
  .max(100_000)
  .refine((text) => text.trim() !== '' && !text.includes('\u0000'), { error: m.admin_mails_error_empty });

/** A bulk mail, as each recipient gets it. */
export const letter = {
  kind: z.enum(BULK_KINDS),
  subject,
  content,
};

const translations = z
  .array(z.strictObject({ locale, subject, content }))
  .max(MAX_TRANSLATIONS)
  .refine((all) => new Set(all.map((one) => one.locale)).size === all.length, {
    error: m.admin_mails_error_translations,
  });

/** POST /api/admin/send-email */
export const sendEmailRequest = z.strictObject({
  to: emailAddress(m.admin_mails_error_to),
  subject,
  html: content,
});
export type SendEmailRequest = z.output<typeof sendEmailRequest>;

/** Outcome of a single mail; `waiting`: the mail server said "later", so it is retried for a day. */
export interface MailedAnswer {
  ok: true;
  waiting?: true;
}

/**
 * POST /api/admin/mail-jobs: to given users, to everyone (of one role), or to everyone who matches a filter of the list
 */
export const mailJobRequest = z
  .strictObject({
    ...letter,
    translations: translations.nullable().default(null),
    audience: z.enum(['all', ...ROLES]).optional(),
    filter: z.strictObject(userFilter).optional(),
    userIds: z.array(id).min(1, { error: m.admin_mails_error_no_users }).max(10_000).optional(),
  })
  .refine((whom) => [whom.audience, whom.filter, whom.userIds].filter(Boolean).length === 1, {
    error: m.admin_mails_error_whom,
  });
export type MailJobRequest = z.output<typeof mailJobRequest>;

export interface MailJobCounts {
  id: string;
  subject: string;
  state: 'running' | 'completed' | 'cancelled';
  total: number;
  sent: number;
  failed: number;
  /** had unsubscribed */
  skipped: number;
}
export interface MailJobProgress extends MailJobCounts {
  /** temporarily refused; retried for a day */
  waiting: number;
}
export interface MailJobAnswer extends MailJobProgress {
  results: {
    successful: string[];
    failed: { email: string; error: string }[];
    /** the mail server's reply, and the time of the next attempt (UTC) */
    waiting: { email: string; error: string; retry_at: string }[];
  };
  /** addresses not yet reached when it was cancelled */
  unreached: string[];
}
