import { and, asc, count, desc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { COLLECTION_DREAMS_MAX } from '../contract/limits.ts';
import type { Chosen } from '../contract/selection-schemas.ts';
import { derivedFor, LISTED } from '../queries/board.ts';
import { createFilters } from '../queries/filters.ts';
import { collectionDreams, collections, dreams } from '../tables.ts';
import { IN_ORDER, THERE } from './collected.ts';

/** Rows a statement. */
const AT_ONCE = 500;

/** The dreams in a person's collections, in order. */
export function createContents(db: Database, clock: Clock) {
  const { orm, transact } = db;
  const { chosen } = createFilters(db, clock);
  const within = (id: string) => eq(collectionDreams.collectionId, id);
  const mine = (userId: string, id: string) => and(eq(collections.id, id), eq(collections.userId, userId));

  async function owns(userId: string, id: string): Promise<boolean> {
    const rows = await orm.select({ id: collections.id }).from(collections).where(mine(userId, id));
    return rows.length === 1;
  }

  /** Gives all dreams of a collection whole numbers again, once THERE is no number left between two of them. */
  async function renumber(id: string): Promise<void> {
    const rows = await orm
      .select({ dreamId: collectionDreams.dreamId })
      .from(collectionDreams)
      .where(within(id))
      .orderBy(...IN_ORDER);
    for (const [position, { dreamId }] of rows.entries())
      await orm
        .update(collectionDreams)
        .set({ position })
        .where(and(within(id), eq(collectionDreams.dreamId, dreamId)));
  }

  /** A number before that of another dream, or after all; null if there is none between it and its predecessor. */
  async function placeBefore(id: string, dreamId: string, before: string | null): Promise<number | null> {
    const others = and(within(id), ne(collectionDreams.dreamId, dreamId));
    const [next] =
      before === null
        ? []
        : await orm
            .select()
            .from(collectionDreams)
            .where(and(within(id), eq(collectionDreams.dreamId, before)));
    const [previous] = await orm
      .select()
      .from(collectionDreams)
      .where(and(others, next && lt(collectionDreams.position, next.position)))
      .orderBy(desc(collectionDreams.position))
      .limit(1);
    if (!next) return (previous?.position ?? 0) + 1;
    if (!previous) return next.position - 1;
    const between = (previous.position + next.position) / 2;
    return between > previous.position && between < next.position ? between : null;
  }

  return {
    /** Number of these dreams, and how many of them each collection contains. */
    async countContained(userId: string, what: Chosen) {
      const wanted = and(chosen(userId, what), THERE);
      const all = await orm.$count(dreams, wanted);
      const contained = await orm
        .select({ id: collectionDreams.collectionId, n: count() })
        .from(collectionDreams)
        .innerJoin(dreams, eq(dreams.id, collectionDreams.dreamId))
        .where(wanted)
        .groupBy(collectionDreams.collectionId);
      const rows = await orm
        .select({ id: collections.id, name: collections.name })
        .from(collections)
        .where(eq(collections.userId, userId))
        .orderBy(asc(collections.nameKey), asc(collections.id));
      const found = new Map(contained.map(({ id, n }) => [id, n]));
      return {
        total: all,
        collections: rows.map((row) => ({ ...row, contained: found.get(row.id) ?? 0 })),
      };
    },

    /**
     * Adds dreams at the end, newest first. @returns how many are new in it; null if it isn't this person's; `full` if
     * they don't fit
     */
    collect: (userId: string, id: string, what: Chosen): Promise<number | null | 'full'> =>
      transact(async () => {
        if (!(await owns(userId, id))) return null;
        const known = orm
          .select({ dreamId: collectionDreams.dreamId })
          .from(collectionDreams)
          .where(within(id));
        const rows = await orm
          .select({ dreamId: dreams.id })
          .from(dreams)
          .where(and(chosen(userId, what), THERE, notInArray(dreams.id, known)))
          .orderBy(desc(dreams.startedAt), asc(dreams.id))
          .limit(COLLECTION_DREAMS_MAX + 1);
        const [kept] = await orm
          .select({
            n: count(),
            last: sql<number>`coalesce(max(${collectionDreams.position}), 0)`.mapWith(Number),
          })
          .from(collectionDreams)
          .where(within(id));
        const { n = 0, last = 0 } = kept ?? {};
        if (n + rows.length > COLLECTION_DREAMS_MAX) return 'full';
        const addedAt = clock.now();
        for (let at = 0; at < rows.length; at += AT_ONCE) {
          const values = rows.slice(at, at + AT_ONCE).map(({ dreamId }, index) => ({
            ...{ collectionId: id, dreamId, addedAt },
            position: last + at + index + 1,
          }));
          await orm.insert(collectionDreams).values(values);
        }
        return rows.length;
      }),

    /** @returns how many were in it; null if it isn't this person's */
    drop: (userId: string, id: string, what: Chosen): Promise<number | null> =>
      transact(async () => {
        if (!(await owns(userId, id))) return null;
        const meant = orm.select({ id: dreams.id }).from(dreams).where(chosen(userId, what));
        const rows = await orm
          .delete(collectionDreams)
          .where(and(within(id), inArray(collectionDreams.dreamId, meant)))
          .returning({ dreamId: collectionDreams.dreamId });
        return rows.length;
      }),

    /** Moves a dream before another one, or to the end. @returns false if either isn't in this person's collection */
    move: (userId: string, id: string, dreamId: string, before: string | null): Promise<boolean> =>
      transact(async () => {
        const named = [dreamId, ...(before === null ? [] : [before])];
        const rows = await orm
          .select({ dreamId: collectionDreams.dreamId })
          .from(collectionDreams)
          .where(and(within(id), inArray(collectionDreams.dreamId, named)));
        if (rows.length < new Set(named).size || !(await owns(userId, id))) return false;
        if (before === dreamId) return true;
        let position = await placeBefore(id, dreamId, before);
        if (position === null) {
          await renumber(id);
          position = (await placeBefore(id, dreamId, before)) ?? 0;
        }
        await orm
          .update(collectionDreams)
          .set({ position })
          .where(and(within(id), eq(collectionDreams.dreamId, dreamId)));
        return true;
      }),

    /** All dreams of a person's own collection, in its order. */
    listDreams: (userId: string, id: string) =>
      orm
        .select({ ...LISTED, ...derivedFor(db, userId) })
        .from(collectionDreams)
        .innerJoin(dreams, eq(dreams.id, collectionDreams.dreamId))
        .where(and(within(id), eq(dreams.userId, userId), THERE))
        .orderBy(...IN_ORDER)
        .limit(COLLECTION_DREAMS_MAX),
  };
}
