import { asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/open.ts';
import { AppError } from '../../src/errors.ts';
import { MESSAGES_MAX } from './limits.ts';
import { conversationMessages } from './tables.ts';

export type ConversationStore = ReturnType<typeof createConversationStore>;
export interface ConversationLine {
  id: string;
  text: string;
  isUser: boolean;
  /** ms since the epoch, by the clock of the browser that sent it */
  at: number;
}

export function createConversationStore(db: Database) {
  const { orm } = db;
  return {
    /** In the order in which it was said; lines of the same moment keep one order. */
    list(dreamId: string): Promise<ConversationLine[]> {
      const { id, text, isUser, at } = conversationMessages;
      return orm
        .select({ id, text, isUser, at })
        .from(conversationMessages)
        .where(eq(conversationMessages.dreamId, dreamId))
        .orderBy(asc(at), asc(id));
    },

    /**
     * Adds lines, or puts their newer wording in place: a line is known by its id, so that a second tab or a
     * repeated call neither loses nor doubles one. All of them are kept, or none.
     * @throws AppError 413 when the dream would have more lines than are kept
     */
    merge(dreamId: string, lines: ConversationLine[]): Promise<void> {
      // One statement must not touch a row twice; the last wording counts.
      const rows = [...new Map(lines.map((line) => [line.id, { dreamId, ...line }])).values()];
      return db.transact(async () => {
        if (rows.length === 0) return;
        await orm
          .insert(conversationMessages)
          .values(rows)
          .onConflictDoUpdate({
            target: [conversationMessages.dreamId, conversationMessages.id],
            set: { text: sql`excluded.text`, isUser: sql`excluded.is_user` },
          });
        const [kept] = await orm
          .select({ n: count() })
          .from(conversationMessages)
          .where(eq(conversationMessages.dreamId, dreamId));
        if ((kept?.n ?? 0) > MESSAGES_MAX) {
          throw new AppError(413, 'too-long', `A conversation has at most ${MESSAGES_MAX} messages.`);
        }
      });
    },
  };
}
