import {
  and,
  asc,
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
import { after, orderOf, type Place } from './keyset.ts';
import { createChangeQueries } from './queries/changes.ts';
import { createReportQueries } from './queries/reports.ts';
import { createTrashQueries } from './queries/trash.ts';
import { createWordQueries } from './queries/words.ts';
import type { SortOrder } from './schemas.ts';
import { LOCAL_JOB } from './shared/local-job.ts';
import { fold } from './shared/name-key.ts';
import { bookmarks, conversationMessages, dreamPrompts, dreams } from './tables.ts';

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
export function createDreamsStore(db: Database, clock: Clock = systemClock) {
  const { orm } = db;
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

  const finished = (userId: string | Placeholder) =>
    and(
      eq(dreams.userId, userId),
      notInArray(dreams.jobStatus, [...ACTIVE]),
      isNotNull(dreams.startedAt),
      isNull(dreams.hiddenAt),
    );

  // What every visit and every poll of a dreamboard asks: putting the SQL together takes longer than its answer.
  // Unnamed, so that they are no server-side prepared statements, which a connection pooler might lose.
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
    ...createChangeQueries(db, clock),
    ...createReportQueries(db, clock),
    ...createTrashQueries(db),
    ...createWordQueries(db),

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

    /** By session id or by job id; by its first job id, too, which a link may still have. */
    async find(id: string, viewerId: string): Promise<DreamRow | null> {
      const first = id.startsWith(LOCAL_JOB) ? id.slice(LOCAL_JOB.length) : id;
      const [row] = await orm
        .select({ ...getTableColumns(dreams), isBookmarked: bookmarkedBy(viewerId) })
        .from(dreams)
        .where(sql`(${dreams.id} in (${id}, ${first}) or ${dreams.rpJobId} = ${id})`)
        .orderBy(asc(dreams.id))
        .limit(1);
      return row ?? null;
    },
  };
}
