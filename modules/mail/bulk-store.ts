import { and, asc, count, desc, eq, exists, gt, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Locale } from '../kit/texts/locale.ts';
import type { TraceOf } from '../kit/traces.ts';
import { createDeferralQueries, isDue, isRecipient } from './deferral-queries.ts';
import { createOptOutQueries } from './opt-out-queries.ts';
import { mailJobs, mailLog, mailRecipients } from './tables.ts';

export type BulkStore = ReturnType<typeof createBulkStore>;
export type MailJob = typeof mailJobs.$inferSelect;
export type Recipient = typeof mailRecipients.$inferSelect;

/** rows per statement: Postgres accepts at most 65,535 parameters */
const BATCH = 500;

/** All SQL for bulk mail. */
export function createBulkStore(db: Database, clock: Clock, traceOf: TraceOf) {
  const { orm } = db;
  return {
    transact: db.transact,
    ...createOptOutQueries(db, clock, traceOf),
    ...createDeferralQueries(db, clock),

    /** Stores a job with its recipients; run inside a transaction. */
    async addJob(
      job: Omit<MailJob, 'state' | 'createdAt' | 'finishedAt'>,
      people: { id: string; email: string; name: string }[],
    ): Promise<void> {
      await orm.insert(mailJobs).values({ ...job, state: 'running', createdAt: clock.now() });
      for (let at = 0; at < people.length; at += BATCH) {
        await orm.insert(mailRecipients).values(
          people.slice(at, at + BATCH).map(({ id, email, name }, index) => ({
            jobId: job.id,
            position: at + index + 1,
            userId: id,
            email,
            name,
            state: 'waiting' as const,
          })),
        );
      }
    },

    async findJob(id: string): Promise<MailJob | null> {
      const [row] = await orm.select().from(mailJobs).where(eq(mailJobs.id, id));
      return row ?? null;
    },

    /** The newest running job, or else the newest that ended since the given time. Every admin sees the same one. */
    async findRecentJob(since: number): Promise<MailJob | null> {
      for (const isMeant of [eq(mailJobs.state, 'running'), gt(mailJobs.finishedAt, since)]) {
        const [row] = await orm
          .select()
          .from(mailJobs)
          .where(isMeant)
          .orderBy(desc(mailJobs.createdAt))
          .limit(1);
        if (row) return row;
      }
      return null;
    },

    async countRecipients(jobId: string): Promise<Map<Recipient['state'], number>> {
      const rows = await orm
        .select({ state: mailRecipients.state, people: count() })
        .from(mailRecipients)
        .where(eq(mailRecipients.jobId, jobId))
        .groupBy(mailRecipients.state);
      return new Map(rows.map(({ state, people }) => [state, Number(people)]));
    },

    listRecipients(jobId: string): Promise<Recipient[]> {
      return orm
        .select()
        .from(mailRecipients)
        .where(eq(mailRecipients.jobId, jobId))
        .orderBy(asc(mailRecipients.position));
    },

    /** The next due recipient; those interrupted by a crash come first. */
    async nextRecipient(jobId: string): Promise<Recipient | null> {
      const [row] = await orm
        .select()
        .from(mailRecipients)
        .where(isDue(jobId, clock.now()))
        .orderBy(asc(mailRecipients.position))
        .limit(1);
      return row ?? null;
    },

    /** Records the intent to send. From now on the mail has an id, which it keeps through retries. */
    async intend(recipient: Recipient, mailId: string, locale: Locale): Promise<void> {
      await orm
        .update(mailRecipients)
        .set({ state: 'sending', mailId, locale, intendedAt: clock.now() })
        .where(and(isRecipient(recipient), inArray(mailRecipients.state, ['waiting', 'sending'])));
    },

    /**
     * Marks the mail as about to be handed over. Returns false if another process was faster: then it must not be sent.
     */
    async handOver(recipient: Recipient): Promise<boolean> {
      const rows = await orm
        .update(mailRecipients)
        .set({ state: 'handed-over' })
        .where(and(isRecipient(recipient), eq(mailRecipients.state, 'sending')))
        .returning({ position: mailRecipients.position });
      return rows.length === 1;
    },

    /**
     * Fails mails that a crash interrupted between hand-over and answer, since sending them again might deliver them
     * twice.
     */
    async settleUncertain(jobId: string, error: string): Promise<void> {
      const rows = await orm
        .update(mailRecipients)
        .set({ state: 'failed', error, finishedAt: clock.now() })
        .where(and(eq(mailRecipients.jobId, jobId), eq(mailRecipients.state, 'handed-over')))
        .returning({ mailId: mailRecipients.mailId });
      for (const { mailId } of rows) {
        await orm
          .update(mailLog)
          .set({ state: 'failed', error, finishedAt: clock.now() })
          .where(and(eq(mailLog.id, mailId ?? ''), eq(mailLog.state, 'sending')));
      }
    },

    async settle(
      recipient: Recipient,
      state: 'sent' | 'failed' | 'skipped',
      error: string | null,
    ): Promise<void> {
      await orm
        .update(mailRecipients)
        .set({ state, error, finishedAt: clock.now() })
        .where(isRecipient(recipient));
    },

    /**
     * Reopens a cancelled job.
     * @returns its subject and the number of remaining recipients; null if there are none
     */
    async reopenJob(id: string): Promise<{ subject: string; people: number } | null> {
      const left = and(eq(mailRecipients.jobId, id), inArray(mailRecipients.state, ['waiting', 'sending']));
      const [job] = await orm
        .update(mailJobs)
        .set({ state: 'running', finishedAt: null })
        .where(
          and(
            eq(mailJobs.id, id),
            eq(mailJobs.state, 'cancelled'),
            exists(orm.select({ jobId: mailRecipients.jobId }).from(mailRecipients).where(left)),
          ),
        )
        .returning({ subject: mailJobs.subject });
      return job ? { ...job, people: await orm.$count(mailRecipients, left) } : null;
    },

    /** Returns true if the job was still running. */
    async endJob(id: string, state: 'completed' | 'cancelled'): Promise<boolean> {
      const rows = await orm
        .update(mailJobs)
        .set({ state, finishedAt: clock.now() })
        .where(and(eq(mailJobs.id, id), eq(mailJobs.state, 'running')))
        .returning({ id: mailJobs.id });
      return rows.length === 1;
    },
  };
}
