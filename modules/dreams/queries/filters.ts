import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { contains, isAmong, utcDay } from '../../../db/dialect.ts';
import type { Clock } from '../../kit/clock.ts';
import { fold, foldLine } from '../../kit/shared/fold.ts';
import { m } from '../../kit/texts/m.ts';
import { daysOf } from '../board/search-days.ts';
import { LONG_ABOVE, type Narrowing, RECENT_MS, SHORT_BELOW } from '../contract/narrowing.ts';
import type { Chosen, ListFilter, Matching } from '../contract/selection-schemas.ts';
import { ACTIVE, bookmarks, collectionDreams, dreams, dreamWords } from '../tables.ts';
import { LINK_OPEN } from './link.ts';

const one = { one: sql`1` };
/** Searches that match untitled dreams, once at least this many letters are typed. */
const UNNAMED = ['untitled', 'unnamed'];
const FEWEST = 3;

/** True for the start of a word that stands for dreams without a name. */
function isUnnamedWord(folded: string): boolean {
  if (folded.length >= FEWEST && UNNAMED.some((word) => word.startsWith(folded))) return true;
  const own = fold(m.dreams_untitled());
  return folded.length >= Math.min(FEWEST, own.length) && own.startsWith(folded);
}

/** True if the person has bookmarked the dream that is being selected. */
export function bookmarkedBy({ orm }: Database, userId: string | Placeholder) {
  const bookmark = orm
    .select(one)
    .from(bookmarks)
    .where(and(eq(bookmarks.dreamId, dreams.id), eq(bookmarks.userId, userId)));
  return sql<boolean>`${exists(bookmark)}`.mapWith(Boolean);
}

/** SQL conditions for filters and selections. */
export function createFilters(db: Database, clock: Clock) {
  const { orm } = db;

  /**
   * Matches dreams by name or conversation, untitled dreams for words like `untitled`, and dreams of the days that the
   * words name.
   */
  function mentions(userId: string, words: string): SQL | undefined {
    const folded = foldLine(words);
    // Words consisting only of ignorable marks match nothing.
    const said = orm
      .select({ id: dreamWords.dreamId })
      .from(dreamWords)
      .where(
        and(eq(dreamWords.userId, userId), folded === '' ? sql`false` : contains(dreamWords.folded, folded)),
      );
    const days = daysOf(words, clock.now());
    const isUnnamed = isUnnamedWord(folded);
    if (days === null && !isUnnamed) return isAmong(dreams.id, said);
    // A union, because with `or` Postgres would search the text again for every dream.
    const otherwise = orm
      .select({ id: dreams.id })
      .from(dreams)
      .where(
        and(
          eq(dreams.userId, userId),
          or(
            isUnnamed ? isNull(dreams.nameKey) : undefined,
            days === null ? undefined : sql`${utcDay(dreams.startedAt)} like ${days}`,
          ),
        ),
      );
    return isAmong(dreams.id, said.unionAll(otherwise));
  }

  const isCollected = (collectionId: string) =>
    isAmong(
      dreams.id,
      orm
        .select({ id: collectionDreams.dreamId })
        .from(collectionDreams)
        .where(eq(collectionDreams.collectionId, collectionId)),
    );

  const matching = (userId: string, { words, narrowing }: ListFilter) =>
    and(
      finished(userId),
      words ? mentions(userId, words) : undefined,
      narrowing.collection ? isCollected(narrowing.collection) : undefined,
      ...narrowedTo(narrowing, bookmarkedBy(db, userId)),
    );

  return {
    matching,

    chosen: (userId: string, what: Chosen): SQL | undefined =>
      'ids' in what
        ? and(eq(dreams.userId, userId), inArray(dreams.id, [...what.ids]))
        : and(matching(userId, what), ...countedIn(what)),
  };
}

/**
 * Finished dreams that were seen, without hidden and removed ones. Excludes live and removed dreams by id, so that the
 * board's indexes suffice without reading rows.
 */
export const finished = (userId: string | Placeholder) =>
  and(
    eq(dreams.userId, userId),
    isNotNull(dreams.startedAt),
    isNull(dreams.hiddenAt),
    sql`${dreams.id} not in (select live.id from ${dreams} live where live.user_id = ${userId} and live.${ACTIVE})`,
    sql`${dreams.id} not in (select gone.id from ${dreams} gone where gone.user_id = ${userId} and gone.removed_at is not null)`,
  );

function countedIn({ filter, except, asOf }: Matching): (SQL | undefined)[] {
  const { id, startedAt, requestedAt, endedAt, nameKey } = dreams;
  return [
    lte(sql`coalesce(${endedAt}, ${requestedAt})`, asOf),
    filter === 'recent' ? gt(sql`coalesce(${startedAt}, ${requestedAt})`, asOf - RECENT_MS) : undefined,
    filter === 'named' ? isNotNull(nameKey) : undefined,
    except.length > 0 ? notInArray(id, [...except]) : undefined,
  ];
}

/** The rules of `fits()` in SQL. @param isBookmarked see bookmarkedBy() */
function narrowedTo(
  { bookmarked, shared, named, length, month }: Narrowing,
  isBookmarked: SQL,
): (SQL | undefined)[] {
  const agrees = (value: 'yes' | 'no' | undefined, is: SQL | undefined) =>
    is && value && (value === 'yes' ? is : not(is));
  const { durationMs, startedAt } = dreams;
  const shortBelow = SHORT_BELOW * 1000;
  const longFrom = (LONG_ABOVE + 1) * 1000;
  return [
    agrees(bookmarked, isBookmarked),
    agrees(shared, and(LINK_OPEN, isNotNull(dreams.videoKey))),
    agrees(named, isNotNull(dreams.nameKey)),
    length === 'short' ? lt(durationMs, shortBelow) : undefined,
    length === 'medium' ? and(gte(durationMs, shortBelow), lt(durationMs, longFrom)) : undefined,
    length === 'long' ? gte(durationMs, longFrom) : undefined,
    month ? and(gte(startedAt, startOf(month)), lt(startedAt, startOf(month, 1))) : undefined,
  ];
}

/** Start of a month, or of the month `later` months after it, in ms since the epoch. */
function startOf(month: string, later = 0): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, number - 1 + later, 1);
}
