import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { utcText } from '../../src/kit/clock.ts';
import { jsonFile, type PersonalData } from '../../src/kit/personal-data.ts';
import { helpConversations, helpMessages } from './tables.ts';

/** Questions that a person put to the help chat. */
export function createHelpPersonalData({ orm, transact }: Database): PersonalData {
  const idsOf = async (userId: string) => {
    const { id } = helpConversations;
    const rows = await orm.select({ id }).from(helpConversations).where(eq(helpConversations.userId, userId));
    return rows.map((row) => row.id);
  };
  return {
    async *files(userId) {
      const ids = await idsOf(userId);
      if (ids.length === 0) return;
      const messages = await orm
        .select()
        .from(helpMessages)
        .where(inArray(helpMessages.conversationId, ids))
        .orderBy(asc(helpMessages.conversationId), asc(helpMessages.position));
      yield jsonFile(
        'help-chat.json',
        messages.map(({ conversationId, role, content, at }) => ({
          conversation: conversationId,
          role,
          content,
          at: utcText(at),
        })),
      );
    },
    async moveTo(from, to) {
      await orm.update(helpConversations).set({ userId: to }).where(eq(helpConversations.userId, from));
    },
    erase(userId) {
      return transact(async () => {
        const ids = await idsOf(userId);
        if (ids.length === 0) return;
        await orm.delete(helpMessages).where(inArray(helpMessages.conversationId, ids));
        await orm.delete(helpConversations).where(inArray(helpConversations.id, ids));
      });
    },
  };
}
