import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { contains, containsFolded, utcDay } from '../../../db/dialect.ts';
import type { Clock } from '../../../src/kit/clock.ts';
import { ACTIVE_STATUSES } from '../../stream/shared/job-statuses.ts';
import { after, before, orderOf, type Place } from '../keyset.ts';
import type { MonthCount, SortOrder } from '../schemas.ts';
import { daysOf } from '../search-days.ts';
import { fold } from '../shared/name-key.ts';
import { LONG_ABOVE, type Narrowing, SHORT_BELOW } from '../shared/narrowing.ts';
import { bookmarks, conversationMessages, dreamPrompts, dreams } from '../tables.ts';

export type ListedDream = Pick<typeof dreams.$inferSelect, keyof typeof LISTED> & Derived;

/** What is known of a dream from other tables than its own. */
export interface Derived {
  isBookmarked: boolean;
  /** what a name is proposed from while there is none: a name by the language model, or the first prompt */
  proposal: string | null;
}

/** Which of a person's dreams are meant. */
export interface Wanted {
  /** in their names, said in them, or their days; null for all */
  words: string | null;
  narrowing: Narrowing;
}

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
  durationMs: dreams.durationMs,
  shared: dreams.shared,
};
const one = { one: sql`1` };
/** Words that stand for no name, and how much of them is typed before they count. */
const UNNAMED = ['untitled', 'unnamed'];
const FEWEST = 3;

/** Whether a person has marked the dream of the same query. */
function bookmarkedBy({ orm }: Database, userId: string | Placeholder) {
  const bookmark = orm
    .select(one)
    .from(bookmarks)
    .where(and(eq(bookmarks.dreamId, dreams.id), eq(bookmarks.userId, userId)));
  return sql<boolean>`${exists(bookmark)}`.mapWith(Boolean);
}

/** Columns of what a person has, or is shown, of the dream of the same query. */
export function derivedFor(db: Database, userId: string | Placeholder) {
  const firstPrompt = db.orm
    .select({ text: dreamPrompts.text })
    .from(dreamPrompts)
    .where(eq(dreamPrompts.dreamId, dreams.id))
    .orderBy(asc(dreamPrompts.position))
    .limit(1);
  return {
    isBookmarked: bookmarkedBy(db, userId),
    proposal: sql<
      string | null
    >`case when ${dreams.nameKey} is null then coalesce(${dreams.proposedName}, ${firstPrompt}) end`,
  };
}

/** SQL of the lists that the dreamboard shows; a part of the store. */
export function createBoardQueries(db: Database, clock: Clock) {
  const { orm } = db;
  const listing = (userId: string | Placeholder, where: SQL | undefined, order: SQL[]) =>
    orm
      .select({ ...LISTED, ...derivedFor(db, userId) })
      .from(dreams)
      .where(where)
      .orderBy(...order);

  /** The words are in the name or were said in the dream, or it has no name and they say so, or is of their day. */
  function mentions(words: string): SQL | undefined {
    const folded = fold(words);
    const said = (table: typeof dreamPrompts | typeof conversationMessages) =>
      exists(
        orm
          .select(one)
          .from(table)
          .where(and(eq(table.dreamId, dreams.id), containsFolded(table.folded, table.text, folded))),
      );
    const days = daysOf(words, clock.now());
    const isUnnamed = folded.length >= FEWEST && UNNAMED.some((word) => word.startsWith(folded));
    return or(
      contains(dreams.name, words),
      said(dreamPrompts),
      said(conversationMessages),
      isUnnamed ? isNull(dreams.nameKey) : undefined,
      days === null ? undefined : sql`${utcDay(dreams.startedAt)} like ${days}`,
    );
  }

  const wanted = (userId: string, { words, narrowing }: Wanted) =>
    and(
      finished(userId),
      words ? mentions(words) : undefined,
      ...narrowedTo(narrowing, bookmarkedBy(db, userId)),
    );

  // What every visit and every poll of a dreamboard asks: putting the SQL together takes longer than its answer, so it is
  // done once, when it is first asked. Unnamed, so that they are no server-side prepared statements, which a connection
  // pooler might lose.
  const person = sql.placeholder('person');
  const prepareFirstPage = (sort: SortOrder) =>
    listing(person, finished(person), orderOf(sort)).limit(sql.placeholder('limit')).prepare('');
  const firstPages = {
    newest: lazily(() => prepareFirstPage('newest')),
    oldest: lazily(() => prepareFirstPage('oldest')),
    'name-asc': lazily(() => prepareFirstPage('name-asc')),
    'name-desc': lazily(() => prepareFirstPage('name-desc')),
  };
  const countByMonth = (where: SQL | undefined) =>
    orm
      .select({ month, count: sql<number>`count(*)`.mapWith(Number) })
      .from(dreams)
      .where(where)
      .groupBy(month)
      .orderBy(desc(month));
  const allMonths = lazily(() => countByMonth(finished(person)).prepare(''));
  const active = lazily(() =>
    listing(person, and(eq(dreams.userId, person), inArray(dreams.jobStatus, ACTIVE_STATUSES)), [
      desc(dreams.requestedAt),
    ])
      .limit(1)
      .prepare(''),
  );

  return {
    /** Finished dreams that were seen, in the order asked for; hidden ones are gone. */
    async list(
      userId: string,
      page: Wanted & { sort: SortOrder; limit: number; after: Place | null },
    ): Promise<ListedDream[]> {
      const { sort, limit } = page;
      if (!page.after && isEverything(page)) return firstPages[sort]().execute({ person: userId, limit });
      const where = and(wanted(userId, page), page.after ? after(page.after) : undefined);
      return listing(userId, where, orderOf(sort)).limit(limit);
    },

    /** How many of them each month has (UTC, `2026-03`), the latest first. */
    async countMonths(userId: string, what: Wanted): Promise<MonthCount[]> {
      return isEverything(what)
        ? allMonths().execute({ person: userId })
        : countByMonth(wanted(userId, what));
    },

    /** The finished dream that comes next to a place in its order, on one side of it. */
    async findBeside(
      userId: string,
      { place, way, ...what }: Wanted & { place: Place; way: 'before' | 'after' },
    ): Promise<ListedDream | null> {
      const where = and(wanted(userId, what), way === 'after' ? after(place) : before(place));
      const [row] = await listing(userId, where, orderOf(place[0], way === 'after' ? 1 : -1)).limit(1);
      return row ?? null;
    },

    async findActive(userId: string): Promise<ListedDream | null> {
      return (await active().execute({ person: userId }))[0] ?? null;
    },
  };
}

/** What is made when it is first asked for, and kept. */
function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const month = sql<string>`substr(${utcDay(dreams.startedAt)}, 1, 7)`;

const finished = (userId: string | Placeholder) =>
  and(
    eq(dreams.userId, userId),
    notInArray(dreams.jobStatus, ACTIVE_STATUSES),
    isNotNull(dreams.startedAt),
    isNull(dreams.hiddenAt),
  );

const isEverything = ({ words, narrowing }: Wanted) =>
  !words && Object.values(narrowing).every((value) => value === undefined);

/** The rules of `fits()` in SQL. @param isBookmarked see bookmarkedBy() */
function narrowedTo(
  { bookmarked, shared, named, length, month }: Narrowing,
  isBookmarked: SQL,
): (SQL | undefined)[] {
  const agrees = (wanted: 'yes' | 'no' | undefined, is: SQL | undefined) =>
    is && wanted && (wanted === 'yes' ? is : not(is));
  const { durationMs, startedAt } = dreams;
  const shortBelow = SHORT_BELOW * 1000;
  const longFrom = (LONG_ABOVE + 1) * 1000;
  return [
    agrees(bookmarked, isBookmarked),
    agrees(shared, and(eq(dreams.shared, true), isNotNull(dreams.videoKey))),
    agrees(named, isNotNull(dreams.nameKey)),
    length === 'short' ? lt(durationMs, shortBelow) : undefined,
    length === 'medium' ? and(gte(durationMs, shortBelow), lt(durationMs, longFrom)) : undefined,
    length === 'long' ? gte(durationMs, longFrom) : undefined,
    month ? and(gte(startedAt, startOf(month)), lt(startedAt, startOf(month, 1))) : undefined,
  ];
}

/** Where a month begins, or one that is so many later; ms since the epoch. */
function startOf(month: string, later = 0): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, number - 1 + later, 1);
}
