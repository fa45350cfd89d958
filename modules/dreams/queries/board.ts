import { and, asc, desc, eq, inArray, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import { after, before, orderOf, type Place } from '../board/keyset.ts';
import type { MonthCount } from '../contract/schemas.ts';
import type { ListFilter, Matching, SelectionAnswer } from '../contract/selection-schemas.ts';
import type { Sort } from '../contract/sort.ts';
import { dreamPrompts, dreams } from '../tables.ts';
import { bookmarkedBy, createFilters, finished } from './filters.ts';
import { LINK_OPEN } from './link.ts';

export type ListedDream = Pick<typeof dreams.$inferSelect, keyof typeof LISTED> & Derived;

/** Facts about a dream from other tables. */
export interface Derived {
  isBookmarked: boolean;
  /** Source of the proposed name of an untitled dream: the language model's proposal, or the first prompt. */
  proposal: string | null;
}

/**
 * Columns shown in lists. Dreams have three times as many, and a dreamboard reads dozens of dreams on every visit and
 * poll.
 */
export const LISTED = {
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
  parentId: dreams.parentId,
  parentSeconds: dreams.parentSeconds,
  isClip: dreams.isClip,
  shared: dreams.shared,
  takenDownAt: dreams.takenDownAt,
  takenDownReason: dreams.takenDownReason,
  reportsHeldAt: dreams.reportsHeldAt,
  flaggedHeldAt: dreams.flaggedHeldAt,
  uncheckedHeldAt: dreams.uncheckedHeldAt,
};

/** Columns about a person's relation to the dream that is being selected. */
export function derivedFor(db: Database, userId: string | Placeholder) {
  const firstPrompt = db.orm
    .select({ text: dreamPrompts.text })
    .from(dreamPrompts)
    .where(and(eq(dreamPrompts.dreamId, dreams.id), eq(dreamPrompts.checking, false)))
    .orderBy(asc(dreamPrompts.position))
    .limit(1);
  return {
    isBookmarked: bookmarkedBy(db, userId),
    proposal: sql<
      string | null
    >`case when ${dreams.nameKey} is null then coalesce(${dreams.proposedName}, ${firstPrompt}) end`,
  };
}

export function createBoardQueries(db: Database, clock: Clock) {
  const { orm } = db;
  const { matching, chosen } = createFilters(db, clock);
  const listing = (userId: string | Placeholder, where: SQL | undefined, order: SQL[]) =>
    orm
      .select({ ...LISTED, ...derivedFor(db, userId) })
      .from(dreams)
      .where(where)
      .orderBy(...order);

  // Filters on the index, so that only the page's own rows are read.
  const pageOf = (userId: string, where: SQL | undefined, order: SQL[], limit: number) => {
    const ids = orm
      .select({ id: dreams.id })
      .from(dreams)
      .where(where)
      .orderBy(...order)
      .limit(limit);
    return listing(userId, inArray(dreams.id, ids), order);
  };

  // Run on every visit and poll of a dreamboard. Building the SQL takes longer than running it, so build it once, on
  // first use. Unnamed, to avoid server-side prepared statements, which a connection pooler might lose.
  const person = sql.placeholder('person');
  const prepareFirstPage = (sort: Sort) =>
    listing(person, finished(person), orderOf(sort)).limit(sql.placeholder('limit')).prepare('');
  const firstPages = {
    newest: lazily(() => prepareFirstPage('newest')),
    oldest: lazily(() => prepareFirstPage('oldest')),
    'name-asc': lazily(() => prepareFirstPage('name-asc')),
    'name-desc': lazily(() => prepareFirstPage('name-desc')),
  };
  const countByDay = (where: SQL | undefined) =>
    orm
      .select({ day: day.mapWith(Number), count: sql<number>`count(*)`.mapWith(Number) })
      .from(dreams)
      .where(where)
      .groupBy(day);
  const allDays = lazily(() => countByDay(finished(person)).prepare(''));
  const active = lazily(() =>
    listing(person, and(eq(dreams.userId, person), inArray(dreams.jobStatus, ACTIVE_STATUSES)), [
      desc(dreams.requestedAt),
    ])
      .limit(1)
      .prepare(''),
  );

  return {
    /** Finished dreams that were seen, in the requested order, without hidden ones. */
    async list(
      userId: string,
      page: ListFilter & { sort: Sort; limit: number; after: Place | null },
    ): Promise<ListedDream[]> {
      const { sort, limit } = page;
      if (!page.after && isEverything(page)) return firstPages[sort]().execute({ person: userId, limit });
      const where = and(matching(userId, page), page.after ? after(page.after) : undefined);
      return pageOf(userId, where, orderOf(sort), limit);
    },

    /** Number of matching dreams per month (UTC, `2026-03`), latest first. */
    async countMonths(userId: string, what: ListFilter): Promise<MonthCount[]> {
      if (isEverything(what)) return monthsOf(await allDays().execute({ person: userId }));
      return monthsOf(await countByDay(matching(userId, what)));
    },

    async countSelection(userId: string, what: Matching): Promise<Omit<SelectionAnswer, 'as_of'>> {
      const countIf = (is: SQL) =>
        sql<number>`coalesce(sum(case when ${is} then 1 else 0 end), 0)`.mapWith(Number);
      const [row] = await orm
        .select({
          count: sql<number>`count(*)`.mapWith(Number),
          bookmarked: countIf(bookmarkedBy(db, userId)),
          shared: countIf(LINK_OPEN),
          videos: countIf(isNotNull(dreams.videoKey)),
        })
        .from(dreams)
        .where(chosen(userId, what));
      return row ?? { count: 0, bookmarked: 0, shared: 0, videos: 0 };
    },

    /** The finished dream directly before or after a place. */
    async findBeside(
      userId: string,
      { place, way, ...what }: ListFilter & { place: Place; way: 'before' | 'after' },
    ): Promise<ListedDream | null> {
      const where = and(matching(userId, what), way === 'after' ? after(place) : before(place));
      const [row] = await pageOf(userId, where, orderOf(place[0], way === 'after' ? 1 : -1), 1);
      return row ?? null;
    },

    async findActive(userId: string): Promise<ListedDream | null> {
      return (await active().execute({ person: userId }))[0] ?? null;
    },
  };
}

/** Creates a value on first use and caches it. */
function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** UTC days since the epoch. A division takes a tenth of the time that databases need to format each row's month. */
const DAY_MS = 86_400_000;
const day = sql`${dreams.startedAt} / ${sql.raw(String(DAY_MS))}`;

/** Months with dreams, latest first. */
function monthsOf(days: readonly { day: number; count: number }[]): MonthCount[] {
  const counts = new Map<string, number>();
  for (const { day, count } of days) {
    const month = new Date(day * DAY_MS).toISOString().slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + count);
  }
  return [...counts]
    .map(([month, count]) => ({ month, count }))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}

const isEverything = ({ words, narrowing }: ListFilter) =>
  !words && Object.values(narrowing).every((value) => value === undefined);
