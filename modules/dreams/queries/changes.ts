import { and, desc, eq, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import type { Chosen } from '../contract/selection-schemas.ts';
import { nameKey } from '../contract/sort.ts';
import { bookmarks, dreams, feedback } from '../tables.ts';
import { createFilters } from './filters.ts';
import { NOT_CLOSED } from './link.ts';

type Changes = Parameters<ReturnType<Database['orm']['update']>['set']>[0];

/** Maximum rows per statement. */
const AT_ONCE = 500;

export function createChangeQueries(db: Database, clock: Clock) {
  const { orm } = db;
  const { chosen } = createFilters(db, clock);
  const there = and(isNull(dreams.hiddenAt), isNull(dreams.removedAt));
  const kept = (userId: string, what: Chosen) => and(chosen(userId, what), there);
  const own = (userId: string, id: string) => and(eq(dreams.id, id), eq(dreams.userId, userId), there);

  async function change(userId: string, id: string, to: Changes) {
    const rows = await orm.update(dreams).set(to).where(own(userId, id)).returning({ id: dreams.id });
    return rows.length === 1;
  }

  async function owns(userId: string, id: string): Promise<boolean> {
    const rows = await orm.select({ id: dreams.id }).from(dreams).where(own(userId, id));
    return rows.length === 1;
  }

  return {
    /** The person's own dreams among these, without deleted ones; newest first. */
    listOwn: (userId: string, what: Chosen) =>
      orm
        .select()
        .from(dreams)
        .where(kept(userId, what))
        .orderBy(desc(sql`coalesce(${dreams.startedAt}, ${dreams.requestedAt})`)),

    /** True if the dream belongs to this person, as in the calls below. */
    rename: (userId: string, id: string, name: string) =>
      change(userId, id, { name, nameKey: nameKey(name), wordsDue: sql`${dreams.wordsDue} + 1` }),

    setRemix: (userId: string, id: string, remix: boolean) => change(userId, id, { remix }),

    /** @returns false if the dream isn't this person's, or an operator or a hold has closed its link */
    async setShared(userId: string, id: string, shared: boolean): Promise<boolean> {
      const allowed = shared ? NOT_CLOSED : undefined;
      const rows = await orm
        .update(dreams)
        .set({ shared })
        .where(and(own(userId, id), allowed))
        .returning({ id: dreams.id });
      return rows.length === 1;
    },

    /**
     * Opens or closes the links of a person's own dreams. Doesn't open a link if the dream will never have a video, or
     * an operator or a hold has closed it.
     */
    async shareMany(
      userId: string,
      what: Chosen,
      shared: boolean,
    ): Promise<{ changed: string[]; noVideo: string[]; takenDown: string[] }> {
      const named = kept(userId, what);
      const hasNone = inArray(dreams.serverStatus, ['FAILED', 'EMPTY']);
      const rows = await orm
        .update(dreams)
        .set({ shared })
        .where(and(named, ...(shared ? [or(isNull(dreams.serverStatus), not(hasNone)), NOT_CLOSED] : [])))
        .returning({ id: dreams.id });
      const without = shared
        ? await orm.select({ id: dreams.id }).from(dreams).where(and(named, hasNone))
        : [];
      const changed = new Set(rows.map(({ id }) => id));
      const noVideo = new Set(without.map(({ id }) => id));
      const closed = shared
        ? await orm
            .select({ id: dreams.id })
            .from(dreams)
            .where(and(named, not(NOT_CLOSED)))
        : [];
      return {
        changed: [...changed],
        noVideo: [...noVideo],
        takenDown: closed.flatMap(({ id }) => (noVideo.has(id) ? [] : id)),
      };
    },

    async setBookmark(userId: string, id: string, bookmarked: boolean): Promise<boolean> {
      if (!(await owns(userId, id))) return false;
      if (bookmarked) {
        await orm
          .insert(bookmarks)
          .values({ userId, dreamId: id, createdAt: clock.now() })
          .onConflictDoNothing();
      } else {
        await orm.delete(bookmarks).where(and(eq(bookmarks.userId, userId), eq(bookmarks.dreamId, id)));
      }
      return true;
    },

    /** Sets or removes many bookmarks. @returns the number of dreams now in the requested state */
    bookmarkMany: (userId: string, what: Chosen, bookmarked: boolean): Promise<number> =>
      db.transact(async () => {
        const rows = await orm.select({ dreamId: dreams.id }).from(dreams).where(kept(userId, what));
        for (let at = 0; at < rows.length; at += AT_ONCE) {
          const some = rows.slice(at, at + AT_ONCE);
          if (bookmarked) {
            const createdAt = clock.now();
            await orm
              .insert(bookmarks)
              .values(some.map(({ dreamId }) => ({ userId, dreamId, createdAt })))
              .onConflictDoNothing();
          } else {
            const ids = some.map(({ dreamId }) => dreamId);
            await orm
              .delete(bookmarks)
              .where(and(eq(bookmarks.userId, userId), inArray(bookmarks.dreamId, ids)));
          }
        }
        return rows.length;
      }),

    /**
     * Hides a person's own finished dreams. Dreams that were already hidden are included, so that a repeated call
     * returns the same answer.
     * @returns the hidden ids, and the time that identifies this deletion
     */
    async hide(userId: string, what: Chosen): Promise<{ ids: string[]; at: number }> {
      const at = clock.now();
      const rows = await orm
        .update(dreams)
        .set({ hiddenAt: sql`coalesce(${dreams.hiddenAt}, ${at})` })
        .where(and(chosen(userId, what), notInArray(dreams.jobStatus, ACTIVE_STATUSES)))
        .returning({ id: dreams.id });
      return { ids: rows.map(({ id }) => id), at };
    },

    /** The owner's latest rating replaces earlier ones. */
    async saveFeedback(
      userId: string,
      id: string,
      given: { stars: number; message: string | null },
    ): Promise<boolean> {
      if (!(await owns(userId, id))) return false;
      const row = { ...given, createdAt: clock.now() };
      await orm
        .insert(feedback)
        .values({ dreamId: id, userId, ...row })
        .onConflictDoUpdate({ target: feedback.dreamId, set: row });
      return true;
    },
  };
}
