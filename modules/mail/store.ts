import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { mailLog } from './tables.ts';

export type MailStore = ReturnType<typeof createMailStore>;

/** The intent is written before a mail goes out and the result after, so that no loss goes unseen. */
export function createMailStore({ orm }: Database, clock: Clock) {
  return {
    async recordIntent(
      mail: {
        id: string;
        kind: string;
        toAddress: string;
        subject: string;
        userId: string | null;
        text: string | null;
        html: string | null;
      },
      state: 'sending' | 'waiting' = 'sending',
    ): Promise<void> {
      // A mail that was cut off by a crash is sent again under its own id.
      await orm
        .insert(mailLog)
        .values({ ...mail, state, createdAt: clock.now() })
        .onConflictDoNothing();
    },

    async find(id: string): Promise<typeof mailLog.$inferSelect | null> {
      const [row] = await orm.select().from(mailLog).where(eq(mailLog.id, id));
      return row ?? null;
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
