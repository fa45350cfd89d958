import { and, asc, between, desc, eq, gt, gte, inArray, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { holds, holdsLowerCase, scanned, throughIndex } from '../../../db/dialect.ts';
import { users } from '../../auth/tables.ts';
import { conversationMessages, dreamCounts, dreams, feedback } from '../../dreams/tables.ts';
import type { Clock } from '../../kit/clock.ts';
import { ACTIVE_STATUSES } from '../../protocol/job-statuses.ts';
import { SESSION_FILTER, type SessionFilter } from '../contract/session-filter.ts';
import type { DayCount, Place } from '../dreams/place-of-page.ts';
import { filterConditions, filteredFields, isGiven } from './filter-conditions.ts';
import { createKeptCounts } from './kept-counts.ts';

export type FoundSession = Awaited<ReturnType<SessionQueries['listSessions']>>[number];
type SessionQueries = ReturnType<typeof createSessionQueries>;

const DAY_MS = 24 * 3600_000;
/** The index with all columns of the filter except the worker's. Narrower ones serve single fields. */
const ALL = 'dreams_admin';
const WORKERS = 'dreams_worker';
const workerKey = sql`lower(worker_id)`;
/**
 * The narrowest index with a field's column and the request time. Recordings and workers share one index for every
 * combination.
 */
const INDEXES: Record<keyof SessionFilter, string | null> = {
  jobStatus: ALL,
  recording: 'dreams_recordings_failed',
  rpJobId: 'dreams_admin_jobs',
  workerId: WORKERS,
  // All indexes have the request time.
  sessionAfter: null,
  sessionBefore: null,
  minServerFps: 'dreams_admin_speeds',
  maxServerFps: 'dreams_admin_speeds',
  minClientFps: 'dreams_admin_speeds',
  maxClientFps: 'dreams_admin_speeds',
};
/** Maximum workers that are looked up one by one, since each takes an index lookup. */
const MAX_WORKERS = 500;
const count = sql<number>`count(*)`.mapWith(Number);
/** The day of a request, written like the indexed expression so that the index is used. */
const day = sql<number>`(requested_at / 86400000)`.mapWith(Number);

/** Sessions that match a filter: counts per day, and single pages. */
export function createSessionQueries({ orm }: Database, clock: Clock) {
  const keepCounts = createKeptCounts(clock);

  /** Skips days without dreams. */
  async function countSessionsByDay(filter: SessionFilter): Promise<DayCount[]> {
    if (isCounted(filter))
      return sumByDay(
        await Promise.all([wholeDays(filter), countRows(inCutDays(filter)), countRows(live(filter))]),
      );
    // Recordings that failed are few, and change after their dreams have ended.
    if (isGiven(filter.recording)) return countMatching(filter);
    const { jobStatus, sessionAfter = 0 } = filter;
    return keepCounts({
      key: JSON.stringify(filter),
      ended: () => wholeDays({ jobStatus }),
      since: (at) => countMatching(at > 0 ? { ...filter, sessionAfter: Math.max(at, sessionAfter) } : filter),
    });
  }

  async function countMatching(filter: SessionFilter): Promise<DayCount[]> {
    const { workerId, recording } = filter;
    const workers = isGiven(workerId) && !isGiven(recording) ? await findWorkers(workerId) : null;
    if (!workers) return countRows(matchingSessions(filter), throughIndex(dreams, indexFor(filter)));
    const ofAny = { ...filter, workerId: undefined };
    const countOf = (condition: SQL) =>
      countRows(and(condition, matchingSessions(ofAny)), throughIndex(dreams, WORKERS));
    const { found, others } = workers;
    if (found.length === 0) return [];
    if (found.length <= others.length) return countOf(inArray(workerKey, found));
    // Most workers match, so dreams of the others are subtracted.
    const [all, ...less] = await Promise.all([
      countSessionsByDay(ofAny),
      countOf(sql`${workerKey} is null`),
      ...(others.length > 0 ? [countOf(inArray(workerKey, others))] : []),
    ]);
    return sumByDay([all, ...less.map((counts) => counts.map(({ day, n }) => ({ day, n: -n })))]);
  }

  /** Workers whose ids contain some words, and the others, in lower case; null if there are many. */
  async function findWorkers(words: string): Promise<{ found: string[]; others: string[] } | null> {
    // Jumps in the index from each worker to the next, past all of its dreams.
    const known = await orm
      .select({
        id: sql<string>`id`,
        holds: sql<number>`case when ${holds(sql`id`, words)} then 1 else 0 end`,
      })
      .from(
        sql`(with recursive workers (id) as (
          select min(lower(worker_id)) from dreams where lower(worker_id) >= ''
          union all
          select (select min(lower(worker_id)) from dreams where lower(worker_id) > workers.id)
          from workers where workers.id is not null
        ) select id from workers where id is not null limit ${MAX_WORKERS + 1}) as known`,
      );
    if (known.length > MAX_WORKERS) return null;
    const idsThat = (hold: boolean) =>
      known.filter((one) => (Number(one.holds) === 1) === hold).map(({ id }) => id);
    return { found: idsThat(true), others: idsThat(false) };
  }

  async function countRows(where: SQL | null | undefined, source = sql`${dreams}`): Promise<DayCount[]> {
    return where === null ? [] : orm.select({ day, n: count }).from(source).where(where).groupBy(day);
  }

  function wholeDays({ jobStatus, sessionAfter, sessionBefore }: SessionFilter): Promise<DayCount[]> {
    const within = and(
      eq(dreamCounts.span, DAY_MS),
      gt(dreamCounts.n, 0),
      given(jobStatus, (status) => eq(dreamCounts.jobStatus, status)),
      given(sessionAfter, (at) => gte(dreamCounts.at, at)),
      given(sessionBefore, (at) => lte(dreamCounts.at, at - DAY_MS + 1)),
    );
    return orm
      .select({
        day: sql<number>`${dreamCounts.at} / 86400000`.mapWith(Number),
        n: sql<number>`sum(${dreamCounts.n})`.mapWith(Number),
      })
      .from(dreamCounts)
      .where(within)
      .groupBy(dreamCounts.at);
  }

  return {
    countSessionsByDay,

    /** Newest first, with their owners and ratings. */
    async listSessions(filter: SessionFilter, { days, skip }: Place, limit: number) {
      // The days already imply these bounds, but planners that read in list order need them.
      const first = Math.min(...days) * DAY_MS;
      const last = (Math.max(...days) + 1) * DAY_MS - 1;
      const ids = orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(and(inArray(day, days), between(dreams.requestedAt, first, last), matchingSessions(filter)))
        .orderBy(desc(dreams.requestedAt), desc(dreams.id))
        .limit(limit)
        .offset(skip);
      return orm
        .select({ dream: dreams, email: users.email, feedback })
        .from(dreams)
        .leftJoin(users, and(eq(users.id, dreams.userId), sql`${users.deletedAt} is null`))
        .leftJoin(feedback, eq(feedback.dreamId, dreams.id))
        .where(inArray(dreams.id, ids))
        .orderBy(desc(dreams.requestedAt), desc(dreams.id));
    },

    /** The speakers in these dreams, in order. */
    listSpeakers(dreamIds: string[]): Promise<{ dreamId: string; isUser: boolean }[]> {
      return orm
        .select({ dreamId: conversationMessages.dreamId, isUser: conversationMessages.isUser })
        .from(conversationMessages)
        .where(inArray(conversationMessages.dreamId, dreamIds))
        .orderBy(asc(conversationMessages.dreamId), asc(conversationMessages.at));
    },
  };
}

/** Adds up numbers of the same day, some of them negative. */
function sumByDay(parts: DayCount[][]): DayCount[] {
  const days = new Map<number, number>();
  for (const { day, n } of parts.flat()) days.set(day, (days.get(day) ?? 0) + n);
  return [...days].map(([day, n]) => ({ day, n })).filter(({ n }) => n > 0);
}

/** True if the filter uses only the columns that `dream_counts` has. */
function isCounted(filter: SessionFilter): boolean {
  return asked(filter).every((name) => ['jobStatus', 'sessionAfter', 'sessionBefore'].includes(name));
}

/** The smallest index that covers the filter. */
function indexFor(filter: SessionFilter): string {
  const [first] = (['recording', 'workerId'] as const).filter((name) => isGiven(filter[name]));
  if (first) return INDEXES[first] ?? ALL;
  const indexes = new Set(asked(filter).flatMap((name) => INDEXES[name] ?? []));
  const [index = ALL] = indexes;
  return indexes.size === 1 ? index : ALL;
}

const asked = (filter: SessionFilter) => filteredFields(SESSION_FILTER, filter);

/** Ended dreams on days that the filter covers only in part; null if it covers whole days only. */
function inCutDays(filter: SessionFilter): SQL | undefined | null {
  const { sessionAfter, sessionBefore } = filter;
  const cut = [
    ...(sessionAfter !== undefined && sessionAfter % DAY_MS !== 0 ? [sessionAfter] : []),
    ...(sessionBefore !== undefined && (sessionBefore + 1) % DAY_MS !== 0 ? [sessionBefore] : []),
  ].map((at) => Math.floor(at / DAY_MS));
  if (cut.length === 0) return null;
  return and(
    inArray(day, [...new Set(cut)]),
    notInArray(dreams.jobStatus, ACTIVE_STATUSES),
    matchingSessions(filter),
  );
}

/** Live dreams are few, and counted nowhere else. */
const live = (filter: SessionFilter) =>
  and(inArray(dreams.jobStatus, ACTIVE_STATUSES), matchingSessions(filter));

export const matchingSessions = (filter: SessionFilter): SQL | undefined =>
  filterConditions(SESSION_FILTER, filter, dreams, {
    jobStatus: (status) => eq(scanned(dreams.jobStatus), status),
    // Must match the condition of its partial index.
    recording: () => sql`server_status = 'FAILED'`,
    rpJobId: (words) => holdsLowerCase(dreams.rpJobId, words),
    sessionAfter: (at) => and(gte(day, Math.floor(at / DAY_MS)), gte(dreams.requestedAt, at)),
    sessionBefore: (at) => and(lte(day, Math.floor(at / DAY_MS)), lte(dreams.requestedAt, at)),
  });

function given<T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined {
  return isGiven(value) ? condition(value) : undefined;
}
