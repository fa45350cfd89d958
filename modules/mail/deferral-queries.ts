import { and, eq, inArray, isNotNull, isNull, lte, min, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { mailRecipients } from './tables.ts';

type Recipient = typeof mailRecipients.$inferSelect;

export const isRecipient = ({ jobId, position }: Recipient) =>
  and(eq(mailRecipients.jobId, jobId), eq(mailRecipients.position, position));

/** Due recipients: all that are neither settled nor currently deferred. */
export const isDue = (jobId: string, now: number) =>
  and(
    eq(mailRecipients.jobId, jobId),
    inArray(mailRecipients.state, ['waiting', 'sending']),
    or(isNull(mailRecipients.retryAt), lte(mailRecipients.retryAt, now)),
  );

const isWaiting = (jobId: string) =>
  and(
    eq(mailRecipients.jobId, jobId),
    eq(mailRecipients.state, 'waiting'),
    isNotNull(mailRecipients.retryAt),
  );

/** Queries for recipients whose mail server deferred the mail, part of the store. */
export function createDeferralQueries({ orm }: Database, clock: Clock) {
  return {
    /** Time of the next retry in ms since the epoch; null if no recipient is deferred. */
    async nextRetryAt(jobId: string): Promise<number | null> {
      const [row] = await orm
        .select({ at: min(mailRecipients.retryAt) })
        .from(mailRecipients)
        .where(isWaiting(jobId));
      return row?.at == null ? null : Number(row.at);
    },

    /** Defers one recipient, whose mail server said "later". */
    async defer(recipient: Recipient, error: string, deferredAt: number, retryAt: number): Promise<void> {
      await orm
        .update(mailRecipients)
        .set({ state: 'waiting', error, deferredAt, retryAt })
        .where(isRecipient(recipient));
    },

    /** The mail server is down: defers all due recipients together, or fails them once it has been down for a day. */
    async deferDue(jobId: string, error: string, deferredAt: number, retryAt: number | null): Promise<void> {
      const change =
        retryAt === null
          ? { state: 'failed' as const, error, finishedAt: clock.now() }
          : { error, deferredAt, retryAt };
      await orm.update(mailRecipients).set(change).where(isDue(jobId, clock.now()));
    },

    countDeferred: (jobId: string): Promise<number> => orm.$count(mailRecipients, isWaiting(jobId)),
  };
}
