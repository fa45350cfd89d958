import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { isAmong } from '../../../db/dialect.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { COLLECTIONS_MAX } from '../contract/limits.ts';
import { nameKey } from '../contract/sort.ts';
import { collectionDreams, collections, dreams } from '../tables.ts';
import { IN_ORDER, SHOWN, THERE } from './collected.ts';
import { createContents } from './contents.ts';

export type CollectionStore = ReturnType<typeof createCollectionStore>;
export type CollectionRow = typeof collections.$inferSelect;

/** 128 random bits in 22 characters. */
const newShareId = (): string => randomBytes(16).toString('base64url');

export function createCollectionStore(db: Database, clock: Clock) {
  const { orm, transact } = db;
  const ownCollection = (userId: string, id: string) =>
    and(eq(collections.id, id), eq(collections.userId, userId));
  const within = (id: string) => eq(collectionDreams.collectionId, id);

  /** True if another collection of this person has the name. */
  async function isTaken(userId: string, key: string, exceptId = ''): Promise<boolean> {
    const rows = await orm
      .select({ id: collections.id })
      .from(collections)
      .where(and(eq(collections.userId, userId), eq(collections.nameKey, key), ne(collections.id, exceptId)));
    return rows.length > 0;
  }

  /** Hashes the person's dreams once, because a dream may be in a hundred collections. */
  function countedOf(userId: string, id?: string) {
    const among = (is: SQL | undefined) => {
      const ids = orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(and(eq(dreams.userId, userId), is));
      const found = isAmong(collectionDreams.dreamId, ids);
      return sql<number>`sum(case when ${found} then 1 else 0 end)`.mapWith(Number);
    };
    const ids = orm
      .select({ id: collections.id })
      .from(collections)
      .where(id === undefined ? eq(collections.userId, userId) : ownCollection(userId, id));
    return orm
      .select({
        id: collectionDreams.collectionId,
        count: among(THERE),
        shown: among(and(THERE, SHOWN)),
      })
      .from(collectionDreams)
      .where(inArray(collectionDreams.collectionId, ids))
      .groupBy(collectionDreams.collectionId);
  }

  async function list(userId: string, id?: string) {
    const rows = await orm
      .select()
      .from(collections)
      .where(id === undefined ? eq(collections.userId, userId) : ownCollection(userId, id))
      .orderBy(asc(collections.nameKey), asc(collections.id));
    const counted = new Map((await countedOf(userId, id)).map((row) => [row.id, row]));
    return rows.map((row) => ({
      ...row,
      count: counted.get(row.id)?.count ?? 0,
      shown: counted.get(row.id)?.shown ?? 0,
    }));
  }

  const listNames = (userId: string) =>
    orm
      .select({ id: collections.id, name: collections.name })
      .from(collections)
      .where(eq(collections.userId, userId))
      .orderBy(asc(collections.nameKey), asc(collections.id));

  return {
    ...createContents(db, clock),

    /** With the numbers of their dreams, by name. */
    list,

    listNames,

    async find(userId: string, id: string) {
      return (await list(userId, id))[0] ?? null;
    },

    /** @returns its id; or why it can't be added */
    add: (userId: string, name: string): Promise<string | null | 'taken'> =>
      transact(async () => {
        const key = nameKey(name) ?? '';
        if (await isTaken(userId, key)) return 'taken';
        const kept = await orm.$count(collections, eq(collections.userId, userId));
        if (kept >= COLLECTIONS_MAX) return null;
        const id = newId();
        await orm.insert(collections).values({ id, userId, name, nameKey: key, createdAt: clock.now() });
        return id;
      }),

    /** @returns false if it isn't this person's, or another one has the name */
    rename: (userId: string, id: string, name: string): Promise<boolean | 'taken'> =>
      transact(async () => {
        const key = nameKey(name) ?? '';
        if (await isTaken(userId, key, id)) return 'taken';
        const rows = await orm
          .update(collections)
          .set({ name, nameKey: key })
          .where(ownCollection(userId, id))
          .returning({ id: collections.id });
        return rows.length === 1;
      }),

    /** Opens its public page at a new address, unless it is open, or closes it. @returns false if it isn't this person's */
    async setShared(userId: string, id: string, shared: boolean): Promise<boolean> {
      const rows = await orm
        .update(collections)
        .set({ shareId: shared ? sql`coalesce(${collections.shareId}, ${newShareId()})` : null })
        .where(ownCollection(userId, id))
        .returning({ id: collections.id });
      return rows.length === 1;
    },

    /** Its dreams stay. @returns false if it isn't this person's */
    async remove(userId: string, id: string): Promise<boolean> {
      const rows = await orm
        .delete(collections)
        .where(ownCollection(userId, id))
        .returning({ id: collections.id });
      return rows.length === 1;
    },

    /** The collection behind a public address. */
    async findShared(shareId: string): Promise<CollectionRow | null> {
      const [row] = await orm.select().from(collections).where(eq(collections.shareId, shareId));
      return row ?? null;
    },

    /** The dreams of a collection that anyone may watch: in its order, or the last added first. */
    listShown: (
      { id, userId }: Pick<CollectionRow, 'id' | 'userId'>,
      { by, limit, offset = 0 }: { by: 'order' | 'added'; limit: number; offset?: number },
    ) =>
      orm
        .select({
          id: dreams.id,
          name: dreams.name,
          durationMs: dreams.durationMs,
          thumbnailKey: dreams.thumbnailKey,
          videoBytes: dreams.videoBytes,
          addedAt: collectionDreams.addedAt,
        })
        .from(collectionDreams)
        .innerJoin(dreams, eq(dreams.id, collectionDreams.dreamId))
        .where(and(within(id), eq(dreams.userId, userId), THERE, SHOWN))
        .orderBy(...(by === 'order' ? IN_ORDER : [desc(collectionDreams.addedAt), ...IN_ORDER]))
        .limit(limit)
        .offset(offset),
  };
}

export type ShownDream = Awaited<ReturnType<CollectionStore['listShown']>>[number];
