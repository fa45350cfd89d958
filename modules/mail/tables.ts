import { index, instant, integer, primaryKey, table, text } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';

/** Every mail: intent written before, result after. */
export const mailLog = table(
  'mail_log',
  {
    /** also the Message-ID's left part, so that a repeated send is recognisable */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    toAddress: text('to_address').notNull(),
    userId: text('user_id'),
    subject: text('subject').notNull(),
    /** `waiting`: queued, or the mail server said "later" */
    state: text('state').$type<'sending' | 'waiting' | 'sent' | 'failed'>().notNull(),
    error: text('error'),
    /** plain, and in HTML: of an operator's mail to one person, so that it can be read and sent again; else null */
    text: text('text'),
    html: text('html'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('mail_log_user').on(t.userId, t.createdAt),
    // Rows before a page are counted off in these alone.
    index('mail_log_created').on(t.createdAt, t.id),
    index('mail_log_to').on(t.toAddress, t.createdAt),
    index('mail_log_state').on(t.state, t.createdAt, t.id),
  ],
);

/** Recipients who want no more news. By address, since that is what a mail goes to. */
export const mailOptOuts = table('mail_opt_outs', {
  /** keyed code of the address; its start codes the addresses that an earlier version stored */
  code: text('address').primaryKey(),
  at: instant('at').notNull(),
});

/** Bulk mail, sent one recipient at a time. */
export const mailJobs = table(
  'mail_jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    audience: text('audience').notNull(),
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
    /** `handed-over`: the mail server has all of it, and its answer is not known yet */
    state: text('state')
      .$type<'waiting' | 'sending' | 'handed-over' | 'sent' | 'failed' | 'skipped'>()
      .notNull(),
    error: text('error'),
    mailId: text('mail_id'),
    /** since when the mail server has said "later", and when it is asked again */
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
