import { asc, count, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { conversationMax, MESSAGES_MAX, PERSON_TEXT_MAX } from '../contract/limits.ts';
import { conversationMessages, dreams } from '../tables.ts';

export type ConversationStore = ReturnType<typeof createConversationStore>;
export interface ConversationLine {
  id: string;
  text: string;
  isUser: boolean;
  /** Ms since the epoch, by the sending browser's clock. */
  at: number;
}

/** The dream as it was before the change. */
type Conversed = Pick<typeof dreams.$inferSelect, 'id' | 'userId' | 'limitSeconds' | 'textChars'>;

export function createConversationStore(db: Database) {
  const { orm } = db;
  return {
    /** In chronological order, with a stable order for lines of the same time. */
    list(dreamId: string): Promise<ConversationLine[]> {
      const { id, text, isUser, at } = conversationMessages;
      return orm
        .select({ id, text, isUser, at })
        .from(conversationMessages)
        .where(eq(conversationMessages.dreamId, dreamId))
        .orderBy(asc(at), asc(id));
    },

    /**
     * Adds lines or updates their text. Lines are identified by id, so that a second tab or a repeated call neither
     * loses nor duplicates any. All are saved or none.
     * @throws AppError 413 if the dream, or all dreams of its owner, would exceed the limits on lines or characters
     */
    merge(dream: Conversed, lines: ConversationLine[]): Promise<void> {
      // One statement can't update a row twice; the last text wins.
      const rows = [...new Map(lines.map((line) => [line.id, { dreamId: dream.id, ...line }])).values()];
      return db.transact(async () => {
        if (rows.length === 0) return;
        await orm
          .insert(conversationMessages)
          .values(rows)
          .onConflictDoUpdate({
            target: [conversationMessages.dreamId, conversationMessages.id],
            set: { text: sql`excluded.text`, isUser: sql`excluded.is_user` },
          });
        await keepBounds(dream);
      });
    },
  };

  async function keepBounds({ id, userId, limitSeconds, textChars }: Conversed): Promise<void> {
    const [kept] = await orm
      .select({ lines: count(), chars: sum(sql`length(${conversationMessages.text})`).mapWith(Number) })
      .from(conversationMessages)
      .where(eq(conversationMessages.dreamId, id));
    if (!kept) return;
    if (kept.lines > MESSAGES_MAX) throw tooLong(m.dreams_error_conversation_messages({ max: MESSAGES_MAX }));
    const most = conversationMax(limitSeconds);
    if (kept.chars > most) throw tooLong(m.dreams_error_conversation_chars({ max: most }));
    await orm
      .update(dreams)
      .set({ textChars: kept.chars, wordsDue: sql`${dreams.wordsDue} + 1` })
      .where(eq(dreams.id, id));
    const [all] = await orm
      .select({ chars: sum(dreams.textChars).mapWith(Number) })
      .from(dreams)
      .where(eq(dreams.userId, userId));
    // People over the limit may still make changes that don't add text.
    if ((all?.chars ?? 0) > PERSON_TEXT_MAX && kept.chars > textChars)
      throw tooLong(m.dreams_error_all_chars({ max: PERSON_TEXT_MAX }));
  }
}

const tooLong = (message: string) => new AppError(413, 'too-long', message);
