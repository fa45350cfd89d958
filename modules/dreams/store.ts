import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { contains, containsFolded } from '../../db/dialect.ts';
import { type Clock, systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { after, orderOf, type Place } from './keyset.ts';
import type { ReportReason, SortOrder } from './schemas.ts';
import { fold, nameKey } from './shared/name-key.ts';
import { bookmarks, conversationMessages, dreamPrompts, dreamReports, dreams, feedback } from './tables.ts';

export type DreamsStore = ReturnType<typeof createDreamsStore>;
export type DreamRow = typeof dreams.$inferSelect & { isBookmarked: boolean };
export type ListedDream = Pick<DreamRow, keyof typeof LISTED | 'isBookmarked'>;

const ACTIVE = ['PENDING', 'RUNNING'] as const;
/** What lists show. A dream has three times as much, and a dreamboard reads dozens of them at each visit and poll. */
const LISTED = {
  id: dreams.id,
  rpJobId: dreams.rpJobId,
  name: dreams.name,
  nameKey: dreams.nameKey,
  jobStatus: dreams.jobStatus,
  serverStatus: dreams.serverStatus,
  requestedAt: dreams.requestedAt,
  startedAt: dreams.startedAt,
  endedAt: dreams.endedAt,
  videoKey: dreams.videoKey,
  thumbnailKey: dreams.thumbnailKey,
  previewKey: dreams.previewKey,
};

/** All SQL of the dreamboard and the session page. */
export function createDreamsStore({ orm }: Database, clock: Clock = systemClock) {
  const one = { one: sql`1` };
  const bookmarkedBy = (userId: string | Placeholder) => {
    const bookmark = orm
      .select(one)
      .from(bookmarks)
      .where(and(eq(bookmarks.dreamId, dreams.id), eq(bookmarks.userId, userId)));
    return sql<boolean>`${exists(bookmark)}`.mapWith(Boolean);
  };

  const listing = (userId: string | Placeholder, where: SQL | undefined, order: SQL[]) =>
    orm
      .select({ ...LISTED, isBookmarked: bookmarkedBy(userId) })
      .from(dreams)
      .where(where)
      .orderBy(...order);

  /** The words are in the name, or were said in the dream. */
  function mentions(words: string): SQL | undefined {
    const said = (table: typeof dreamPrompts | typeof conversationMessages) =>
      exists(
        orm
          .select(one)
          .from(table)
          .where(and(eq(table.dreamId, dreams.id), containsFolded(table.folded, table.text, fold(words)))),
      );
    return or(contains(dreams.name, words), said(dreamPrompts), said(conversationMessages));
  }

  const own = (userId: string, id: string) =>
    and(eq(dreams.id, id), eq(dreams.userId, userId), isNull(dreams.hiddenAt));

  async function change(userId: string, id: string, to: Partial<typeof dreams.$inferInsert>) {
    const rows = await orm.update(dreams).set(to).where(own(userId, id)).returning({ id: dreams.id });
    return rows.length === 1;
  }

  async function owns(userId: string, id: string): Promise<boolean> {
    const rows = await orm.select({ id: dreams.id }).from(dreams).where(own(userId, id));
    return rows.length === 1;
  }

  const finished = (userId: string | Placeholder) =>
    and(
      eq(dreams.userId, userId),
      notInArray(dreams.jobStatus, [...ACTIVE]),
      isNotNull(dreams.startedAt),
      isNull(dreams.hiddenAt),
    );

  // What every visit and every poll of a dreamboard asks: putting the SQL together takes longer than its answer.
  // Without a name they are no statements of the Postgres server, which a pool in between might not know.
  const person = sql.placeholder('person');
  const prepareFirstPage = (sort: SortOrder) =>
    listing(person, finished(person), orderOf(sort)).limit(sql.placeholder('limit')).prepare('');
  const firstPages = {
    newest: prepareFirstPage('newest'),
    oldest: prepareFirstPage('oldest'),
    'name-asc': prepareFirstPage('name-asc'),
    'name-desc': prepareFirstPage('name-desc'),
  };
  const active = listing(person, and(eq(dreams.userId, person), inArray(dreams.jobStatus, [...ACTIVE])), [
    desc(dreams.requestedAt),
  ])
    .limit(1)
    .prepare('');

  return {
    /** Finished dreams that were seen, in the order asked for; hidden ones are gone. */
    async list(
      userId: string,
      page: { sort: SortOrder; limit: number; after: Place | null; words: string | null },
    ): Promise<ListedDream[]> {
      const { sort, limit } = page;
      if (!page.after && !page.words) return firstPages[sort].execute({ person: userId, limit });
      const where = and(
        finished(userId),
        page.after ? after(page.after) : undefined,
        page.words ? mentions(page.words) : undefined,
      );
      return listing(userId, where, orderOf(sort)).limit(limit);
    },

    async findActive(userId: string): Promise<ListedDream | null> {
      return (await active.execute({ person: userId }))[0] ?? null;
    },

    /** By session id or by job id. */
    async find(id: string, viewerId: string): Promise<DreamRow | null> {
      const [row] = await orm
        .select({ ...getTableColumns(dreams), isBookmarked: bookmarkedBy(viewerId) })
        .from(dreams)
        .where(sql`(${dreams.id} = ${id} or ${dreams.rpJobId} = ${id})`)
        .orderBy(asc(dreams.id))
        .limit(1);
      return row ?? null;
    },

    /** Whether the dream was this person's to rename, as with the calls below. */
    rename: (userId: string, id: string, name: string) =>
      change(userId, id, { name, nameKey: nameKey(name) }),

    setShared: (userId: string, id: string, shared: boolean) => change(userId, id, { shared }),

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

    /**
     * Hides a person's own finished dreams. One that was hidden before counts as hidden now, so that a repeated
     * call answers like the first.
     * @returns the ids that are hidden
     */
    async hide(userId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await orm
        .update(dreams)
        .set({ hiddenAt: sql`coalesce(${dreams.hiddenAt}, ${clock.now()})` })
        .where(
          and(
            eq(dreams.userId, userId),
            inArray(dreams.id, [...ids]),
            notInArray(dreams.jobStatus, [...ACTIVE]),
          ),
        )
        .returning({ id: dreams.id });
      return rows.map(({ id }) => id);
    },

    /** The latest word of the owner counts. */
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

    async addReport(report: {
      dreamId: string;
      reason: ReportReason;
      message: string | null;
      userId: string | null;
    }): Promise<string> {
      const id = newId();
      await orm.insert(dreamReports).values({ id, ...report, createdAt: clock.now() });
      return id;
    },

    async findReport(id: string) {
      const [row] = await orm.select().from(dreamReports).where(eq(dreamReports.id, id));
      return row ?? null;
    },

    async countReports(dreamId: string): Promise<number> {
      const [row] = await orm
        .select({ n: count() })
        .from(dreamReports)
        .where(eq(dreamReports.dreamId, dreamId));
      return row?.n ?? 0;
    },

    /** What the assistant said, in order. */
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
  };
}
