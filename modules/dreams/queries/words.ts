import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { conversationMessages, dreamControls, dreamPrompts } from '../tables.ts';

/** SQL about what was said in a dream; a part of the store. */
export function createWordQueries({ orm }: Database) {
  return {
    /** Replies of the assistant, in order. */
    listReplies(dreamId: string) {
      const { text, at, isUser } = conversationMessages;
      return orm
        .select({ text, at })
        .from(conversationMessages)
        .where(and(eq(conversationMessages.dreamId, dreamId), eq(isUser, false)))
        .orderBy(asc(at));
    },

    /** The prompts that drove the picture, in the order in which they came. */
    listPrompts(dreamId: string) {
      return orm
        .select()
        .from(dreamPrompts)
        .where(eq(dreamPrompts.dreamId, dreamId))
        .orderBy(asc(dreamPrompts.position));
    },

    /** Turns of controls meanwhile, in order. */
    listControls(dreamId: string) {
      return orm
        .select()
        .from(dreamControls)
        .where(eq(dreamControls.dreamId, dreamId))
        .orderBy(asc(dreamControls.position));
    },
  };
}
