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
import type { Clock } from '../../../src/kit/clock.ts';
import { foldLine } from '../../../src/kit/shared/fold.ts';
import { daysOf } from '../board/search-days.ts';
import type { Chosen, Matching, Wanted } from '../selection-schemas.ts';
import { LONG_ABOVE, type Narrowing, RECENT_MS, SHORT_BELOW } from '../shared/narrowing.ts';
import { ACTIVE, bookmarks, dreams, dreamWords } from '../tables.ts';
import { LINK_OPEN } from './link.ts';

const one = { one: sql`1` };
/** Words that stand for no name, and how much of them is typed before they count. */
const UNNAMED = ['untitled', 'unnamed'];
const FEWEST = 3;

/** True if a person has marked the dream of the same query. */
export function bookmarkedBy({ orm }: Database, userId: string | Placeholder) {
  const bookmark = orm
    .select(one)
    .from(bookmarks)
    .where(and(eq(bookmarks.dreamId, dreams.id), eq(bookmarks.userId, userId)));
  return sql<boolean>`${exists(bookmark)}`.mapWith(Boolean);
}

/** Which dreams are meant, in SQL. */
export function createWanted(db: Database, clock: Clock) {
  const { orm } = db;

  /** The words are in the name or were said in the dream, or it has no name and they say so, or is of their day. */
  function mentions(userId: string, words: string): SQL | undefined {
    const folded = foldLine(words);
    // Of words that are nothing but marks, none is meant.
    const said = orm
      .select({ id: dreamWords.dreamId })
      .from(dreamWords)
      .where(
        and(eq(dreamWords.userId, userId), folded === '' ? sql`false` : contains(dreamWords.folded, folded)),
      );
    const days = daysOf(words, clock.now());
    const isUnnamed = folded.length >= FEWEST && UNNAMED.some((word) => word.startsWith(folded));
    if (days === null && !isUnnamed) return isAmong(dreams.id, said);
    // As one set: Postgres looks through the words again for each dream where it reads an `or` beside them.
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

  const wanted = (userId: string, { words, narrowing }: Wanted) =>
    and(
      finished(userId),
      words ? mentions(userId, words) : undefined,
      ...narrowedTo(narrowing, bookmarkedBy(db, userId)),
    );

  return {
    wanted,

    chosen: (userId: string, what: Chosen): SQL | undefined =>
      'ids' in what
        ? and(eq(dreams.userId, userId), inArray(dreams.id, [...what.ids]))
        : and(wanted(userId, what), ...countedIn(what)),
  };
}

/**
 * Finished dreams that were seen; hidden and removed ones are gone. Live and removed ones are left out by their ids,
 * so that the indexes of the board suffice without a look at the rows.
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
  const agrees = (wanted: 'yes' | 'no' | undefined, is: SQL | undefined) =>
    is && wanted && (wanted === 'yes' ? is : not(is));
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

/** Beginning of a month, or of one that is so many later; ms since the epoch. */
function startOf(month: string, later = 0): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(0).setUTCFullYear(year, number - 1 + later, 1);
}
