import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jsonFile, type PersonalData, personalRow } from '../kit/personal-data.ts';
import { helpConversations, helpMessages } from './tables.ts';

/** Questions that a user asked the help chat. */
export function createHelpPersonalData({ orm, transact }: Database): PersonalData {
  const talksOf = (userId: string) =>
    orm
      .select()
      .from(helpConversations)
      .where(eq(helpConversations.userId, userId))
      .orderBy(asc(helpConversations.createdAt));
  return {
    async *files(userId) {
      const talks = await talksOf(userId);
      if (talks.length === 0) return;
      const messages = await orm
        .select()
        .from(helpMessages)
        .where(
          inArray(
            helpMessages.conversationId,
            talks.map(({ id }) => id),
          ),
        )
        .orderBy(asc(helpMessages.position));
      yield jsonFile(
        'help-chat.json',
        talks.map((talk) => ({
          ...personalRow(talk, 'userId'),
          messages: messages
            .filter(({ conversationId }) => conversationId === talk.id)
            .map((message) => personalRow(message, 'conversationId')),
        })),
      );
    },
    async moveTo(from, to) {
      await orm.update(helpConversations).set({ userId: to }).where(eq(helpConversations.userId, from));
    },
    erase(userId) {
      return transact(async () => {
        const ids = (await talksOf(userId)).map(({ id }) => id);
        if (ids.length === 0) return;
        await orm.delete(helpMessages).where(inArray(helpMessages.conversationId, ids));
        await orm.delete(helpConversations).where(inArray(helpConversations.id, ids));
      });
    },
  };
}
