import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isConflict, isRefusal } from '../../../db/dialect.ts';
import { foldLine } from '../../kit/shared/fold.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import { nameKey } from '../contract/sort.ts';
import { conversationMessages, dreamPrompts, dreams, dreamWords, WORDS_DUE } from '../tables.ts';

type Due = Pick<typeof dreams.$inferSelect, 'id' | 'userId' | 'name' | 'wordsDue'> & { key: string | null };

/** Batch size. */
const AT_ONCE = 100;
/** Another server or the daily job may be working on the same dreams. */
const ATTEMPTS = 5;
/** Characters to fold before yielding to live dreams, about 2 ms. */
const A_TURN = 64_000;

/**
 * Store queries that maintain the search text. A dream's text is folded at the first search after it has ended, and
 * again after changes.
 */
export function createSearchText({ orm }: Database) {
  const { id, userId, name, jobStatus, wordsDue } = dreams;

  /** @returns the number of dreams processed */
  async function updateBatch(whose: SQL | undefined): Promise<number> {
    const due = await orm
      .select({ id, userId, name, key: dreams.nameKey, wordsDue })
      .from(dreams)
      .where(and(WORDS_DUE, notInArray(jobStatus, ACTIVE_STATUSES), whose))
      // A consistent order prevents deadlocks.
      .orderBy(asc(userId), asc(id))
      .limit(AT_ONCE);
    if (due.length === 0) return 0;
    const rows = await foldedOf(due);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await save(due, rows);
        return due.length;
      } catch (error) {
        if (isConflict(error) && attempt < ATTEMPTS) continue;
        // A dream was deleted in the meantime; the rest are still due.
        if (isRefusal(error) || isConflict(error)) return 0;
        throw error;
      }
    }
  }

  /** Needs no transaction: if interrupted, all of them are still due. */
  async function save(due: Due[], rows: (typeof dreamWords.$inferInsert)[]): Promise<void> {
    await orm
      .insert(dreamWords)
      .values(rows)
      .onConflictDoUpdate({ target: dreamWords.dreamId, set: { folded: sql`excluded.folded` } });
    // Earlier versions folded keys by other rules.
    for (const dream of due) {
      const key = nameKey(dream.name);
      if (dream.name !== null && key !== dream.key)
        await orm
          .update(dreams)
          .set({ nameKey: key })
          .where(and(eq(id, dream.id), eq(name, dream.name)));
    }
    // Text that changed while it was being folded stays due.
    for (const [seen, alike] of Map.groupBy(due, (dream) => dream.wordsDue)) {
      const ids = alike.map((dream) => dream.id);
      await orm
        .update(dreams)
        .set({ wordsDue: 0 })
        .where(and(inArray(id, ids), eq(wordsDue, seen)));
    }
  }

  async function foldedOf(due: Due[]) {
    const ids = due.map((dream) => dream.id);
    const said = Map.groupBy(
      [...(await textsOf(dreamPrompts, ids)), ...(await textsOf(conversationMessages, ids))],
      ({ dreamId }) => dreamId,
    );
    let chars = 0;
    const rows: (typeof dreamWords.$inferInsert)[] = [];
    for (const dream of due) {
      const lines = new Set([foldLine(dream.name ?? '')]);
      for (const { text } of said.get(dream.id) ?? []) {
        lines.add(foldLine(text));
        chars += text.length;
        if (chars > A_TURN) await setImmediate();
        chars %= A_TURN;
      }
      rows.push({ dreamId: dream.id, userId: dream.userId, folded: [...lines].join('\n') });
    }
    return rows;
  }

  const textsOf = (table: typeof dreamPrompts | typeof conversationMessages, ids: string[]) =>
    orm
      .select({ dreamId: table.dreamId, text: table.text })
      .from(table)
      .where(inArray(table.dreamId, ids))
      .orderBy(asc(table.dreamId));

  async function updateDue(whose: SQL | undefined, signal?: AbortSignal): Promise<void> {
    while ((await updateBatch(whose)) === AT_ONCE) signal?.throwIfAborted();
  }

  return {
    /** Run before a person's search. */
    updateSearchText: (personId: string) => updateDue(eq(userId, personId)),
    /** For all people; after an upgrade, everything is due. */
    updateAllSearchText: (signal: AbortSignal) => updateDue(undefined, signal),
  };
}
