import { index, instant, integer, json, primaryKey, sentence, table, text } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';
import type { Locale } from '../kit/texts/locale.ts';
import type { TranslatedMail } from './contract/compose.ts';
import type { MailKind } from './contract/mail-kinds.ts';

/** Every mail: the intent is recorded before sending, the result after. */
export const mailLog = table(
  'mail_log',
  {
    /** also the left part of the Message-ID, so a repeated send is recognisable */
    id: text('id').primaryKey(),
    kind: text('kind').$type<MailKind>().notNull(),
    toAddress: text('to_address').notNull(),
    userId: text('user_id'),
    subject: text('subject').notNull(),
    /** `waiting`: queued, or the mail server said "later" */
    state: text('state').$type<'sending' | 'waiting' | 'sent' | 'failed'>().notNull(),
    error: sentence('error'),
    /** kept so an operator can read the mail and send it again; null if it contains a secret, and for bulk mail */
    text: text('text'),
    html: text('html'),
    /** language of its frame; null in earlier versions */
    locale: text('locale').$type<Locale>(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('mail_log_user').on(t.userId, t.createdAt),
    // Covers skipping the rows before a page.
    index('mail_log_created').on(t.createdAt, t.id),
    index('mail_log_to').on(t.toAddress, t.createdAt),
    index('mail_log_state').on(t.state, t.createdAt, t.id),
  ],
);

/** Recipients who opted out of news. Keyed by address, since mails go to addresses. */
export const mailOptOuts = table('mail_opt_outs', {
  /** keyed code of the address; at startup, addresses stored by earlier versions are replaced with codes */
  code: text('address').primaryKey(),
  at: instant('at').notNull(),
});

/** Bulk mail, sent one recipient at a time. */
export const mailJobs = table(
  'mail_jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<MailKind>().notNull(),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    /** for readers of other languages */
    translations: json<TranslatedMail[]>('translations'),
    audience: sentence('audience').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<'running' | 'completed' | 'cancelled'>().notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('mail_jobs_created').on(t.createdAt)],
);

export const mailRecipients = table(
  'mail_recipients',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => mailJobs.id),
    position: integer('position').notNull(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** `handed-over`: the mail server has received everything but hasn't answered yet */
    state: text('state')
      .$type<'waiting' | 'sending' | 'handed-over' | 'sent' | 'failed' | 'skipped'>()
      .notNull(),
    error: sentence('error'),
    mailId: text('mail_id'),
    /** language of the recipient when it was sent */
    locale: text('locale').$type<Locale>(),
    /** time of the first "later" from the mail server, and of the next attempt */
    deferredAt: instant('deferred_at'),
    retryAt: instant('retry_at'),
    intendedAt: instant('intended_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.position] }),
    index('mail_recipients_state').on(t.jobId, t.state),
  ],
);
