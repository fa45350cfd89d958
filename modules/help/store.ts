import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { HelpTurn } from './ask-claude.ts';
import { helpConversations, helpMessages } from './tables.ts';

export type HelpStore = ReturnType<typeof createHelpStore>;

const KEPT_MS = 24 * 3600_000;

/** All SQL of the help chat. */
export function createHelpStore({ orm, transact }: Database, clock: Clock) {
  const own = (id: string, userId: string) =>
    and(eq(helpConversations.id, id), eq(helpConversations.userId, userId));
  return {
    /** The last turns of the user's own conversation, oldest first. Null if it doesn't exist or isn't theirs. */
    async history(id: string, userId: string, most: number): Promise<HelpTurn[] | null> {
      const [found] = await orm.select().from(helpConversations).where(own(id, userId));
      if (!found) return null;
      const { role, content, position } = helpMessages;
      const rows = await orm
        .select({ role, content })
        .from(helpMessages)
        .where(eq(helpMessages.conversationId, id))
        .orderBy(desc(position))
        .limit(most);
      return rows.reverse();
    },

    /** Stores a question and its answer, in a new conversation if `id` is null. Returns the conversation's id. */
    add(id: string | null, userId: string, turns: readonly HelpTurn[]): Promise<string> {
      return transact(async () => {
        const now = clock.now();
        const conversationId = id ?? newId();
        if (id) {
          await orm.update(helpConversations).set({ lastUsedAt: now }).where(own(id, userId));
        } else {
          await orm
            .insert(helpConversations)
            .values({ id: conversationId, userId, createdAt: now, lastUsedAt: now });
        }
        const kept = await orm.$count(helpMessages, eq(helpMessages.conversationId, conversationId));
        const first = kept + 1;
        await orm
          .insert(helpMessages)
          .values(
            turns.map((turn, index) => ({ conversationId, position: first + index, ...turn, at: now })),
          );
        return conversationId;
      });
    },

    /** Deletes conversations a day after their last turn. */
    async dropOld(): Promise<void> {
      while (true) {
        const old = await orm
          .select({ id: helpConversations.id })
          .from(helpConversations)
          .where(lt(helpConversations.lastUsedAt, clock.now() - KEPT_MS))
          .orderBy(asc(helpConversations.lastUsedAt))
          .limit(500);
        if (old.length === 0) return;
        const ids = old.map(({ id }) => id);
        await orm.delete(helpMessages).where(inArray(helpMessages.conversationId, ids));
        await orm.delete(helpConversations).where(inArray(helpConversations.id, ids));
      }
    },
  };
}
