import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { conversationMessages, dreamControls, dreamPrompts, dreamSounds } from '../tables.ts';

export function createWordQueries({ orm }: Database) {
  return {
    /** The assistant's replies, in order. */
    listReplies(dreamId: string) {
      const { text, at, isUser } = conversationMessages;
      return orm
        .select({ text, at })
        .from(conversationMessages)
        .where(and(eq(conversationMessages.dreamId, dreamId), eq(isUser, false)))
        .orderBy(asc(at));
    },

    /** The dream's prompts, in order of arrival. */
    listPrompts(dreamId: string) {
      return orm
        .select()
        .from(dreamPrompts)
        .where(eq(dreamPrompts.dreamId, dreamId))
        .orderBy(asc(dreamPrompts.position));
    },

    /** The dream's control changes, in order. */
    listControls(dreamId: string) {
      return orm
        .select()
        .from(dreamControls)
        .where(eq(dreamControls.dreamId, dreamId))
        .orderBy(asc(dreamControls.position));
    },

    /** Words for the dream's sound, in order. */
    listSounds(dreamId: string) {
      return orm
        .select()
        .from(dreamSounds)
        .where(eq(dreamSounds.dreamId, dreamId))
        .orderBy(asc(dreamSounds.position));
    },
  };
}
