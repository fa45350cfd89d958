import { utcText } from '../../src/kit/clock.ts';
import { cursorOf, readCursor } from './keyset.ts';
import { toSession } from './present.ts';
import type { PromptMark, SessionsAnswer, SortOrder } from './schemas.ts';
import type { DreamRow, DreamsStore } from './store.ts';

const PAGE = 60;

/** One page of a person's dreams and the one that is live, if any. */
export async function listDreams(
  store: DreamsStore,
  userId: string,
  { sort, cursor, q }: { sort: SortOrder; cursor?: string | undefined; q?: string | undefined },
): Promise<SessionsAnswer> {
  const after = cursor ? readCursor(sort, cursor) : null;
  const [rows, active] = await Promise.all([
    store.list(userId, { sort, limit: PAGE + 1, after, words: q || null }),
    store.findActive(userId),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    sessions: page.map(toSession),
    activeSession: active && toSession(active),
    nextCursor: rows.length > PAGE && last ? cursorOf(sort, last) : null,
  };
}

/** The prompts of a dream, each with the second of its video at which it reached the picture. */
export async function readPromptMarks(store: DreamsStore, dream: DreamRow): Promise<PromptMark[]> {
  const { startedAt } = dream;
  return (await store.listPrompts(dream.id)).map(({ clientId, text, shownAt, sentAt }) => ({
    id: clientId,
    text,
    at: shownAt === null || startedAt === null ? null : Math.max(0, (shownAt - startedAt) / 1000),
    timestamp: utcText(sentAt),
  }));
}
