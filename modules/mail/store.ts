import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { currentLocale } from '../kit/texts/locale.ts';
import type { MailKind } from './contract/mail-kinds.ts';
import { mailJobs, mailLog, mailRecipients } from './tables.ts';

export type MailStore = ReturnType<typeof createMailStore>;

/** The intent is recorded before a mail is sent and the result after, so no loss goes unnoticed. */
export function createMailStore({ orm }: Database, clock: Clock) {
  return {
    async recordIntent(
      mail: {
        id: string;
        kind: MailKind;
        toAddress: string;
        subject: string;
        userId: string | null;
        text: string | null;
        html: string | null;
      },
      state: 'sending' | 'waiting' = 'sending',
    ): Promise<void> {
      // A mail interrupted by a crash is sent again under the same id.
      await orm
        .insert(mailLog)
        .values({ ...mail, state, locale: currentLocale(), createdAt: clock.now() })
        .onConflictDoNothing();
    },

    async find(id: string): Promise<typeof mailLog.$inferSelect | null> {
      const [row] = await orm.select().from(mailLog).where(eq(mailLog.id, id));
      return row ?? null;
    },

    /** Deletes log entries older than these times: `own` for people with an account, `strange` for other addresses. */
    async dropOld({ own, strange }: { own: number; strange: number }): Promise<void> {
      const isOld = or(
        lt(mailLog.createdAt, own),
        and(lt(mailLog.createdAt, strange), isNull(mailLog.userId)),
      );
      await orm.delete(mailLog).where(and(isOld, ne(mailLog.state, 'waiting')));
      const old = orm.select({ id: mailJobs.id }).from(mailJobs).where(lt(mailJobs.finishedAt, own));
      await orm
        .update(mailRecipients)
        .set({ email: '', name: '' })
        .where(and(inArray(mailRecipients.jobId, old), ne(mailRecipients.email, '')));
    },

    async recordResult(
      id: string,
      state: 'waiting' | 'sent' | 'failed',
      error: string | null,
    ): Promise<void> {
      await orm.update(mailLog).set({ state, error, finishedAt: clock.now() }).where(eq(mailLog.id, id));
    },
  };
}
