import { and, count, eq, inArray, isNotNull, isNull, lte, min, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { mailRecipients } from './tables.ts';

type Recipient = typeof mailRecipients.$inferSelect;

export const isRecipient = ({ jobId, position }: Recipient) =>
  and(eq(mailRecipients.jobId, jobId), eq(mailRecipients.position, position));

/** Recipients whose turn it is: all that are not settled, unless their mail server has put them off. */
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

/** SQL about recipients that their mail server puts off; a part of the store. */
export function createDeferralQueries({ orm }: Database, clock: Clock) {
  return {
    /** When the first of those is due that the mail server put off, ms since the epoch; null without any. */
    async nextRetryAt(jobId: string): Promise<number | null> {
      const [row] = await orm
        .select({ at: min(mailRecipients.retryAt) })
        .from(mailRecipients)
        .where(isWaiting(jobId));
      return row?.at == null ? null : Number(row.at);
    },

    /** The mail server said "later" to one. */
    async defer(recipient: Recipient, error: string, deferredAt: number, retryAt: number): Promise<void> {
      await orm
        .update(mailRecipients)
        .set({ state: 'waiting', error, deferredAt, retryAt })
        .where(isRecipient(recipient));
    },

    /** There is no mail server to ask: all that are due wait as one, or fail where it has been away for a day. */
    async deferDue(jobId: string, error: string, deferredAt: number, retryAt: number | null): Promise<void> {
      const change =
        retryAt === null
          ? { state: 'failed' as const, error, finishedAt: clock.now() }
          : { error, deferredAt, retryAt };
      await orm.update(mailRecipients).set(change).where(isDue(jobId, clock.now()));
    },

    /** Number that the mail server has put off. */
    async countDeferred(jobId: string): Promise<number> {
      const [row] = await orm.select({ people: count() }).from(mailRecipients).where(isWaiting(jobId));
      return Number(row?.people ?? 0);
    },
  };
}
