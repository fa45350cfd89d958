import { parseUtc } from '../../../src/kit/shared/dates.ts';
import type { Session } from '../schemas.ts';
import { nameKey, visibleName } from './name-key.ts';

export const SORTS = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  'name-asc': 'Name A-Z',
  'name-desc': 'Name Z-A',
} as const;
export type Sort = keyof typeof SORTS;

/** Local storage key and, mirrored for the server, cookie name. */
export const SORT_KEY = 'dreamboard-sort';

/** Reads a stored choice; anything unknown is the default. */
export function readSort(...values: (string | null | undefined)[]): Sort {
  const isSort = (value: string | null | undefined): value is Sort =>
    value != null && Object.hasOwn(SORTS, value);
  return values.find(isSort) ?? 'newest';
}

type Sortable = Pick<Session, 'session_id' | 'dream_name' | 'stream_start_time' | 'initial_request_time'>;

/** Unnamed dreams come last in A-Z and first in Z-A; dreams without a date come last either way. */
export function sortSessions<T extends Sortable>(sessions: readonly T[], sort: Sort): T[] {
  const compare = compareKeys(sort);
  return sessions
    .map((session) => ({ session, keys: keysOf(session) }))
    .sort((a, b) => compare(a.keys, b.keys))
    .map(({ session }) => session);
}

/** The same total order as the database's, so that pages join without a seam and a poll never shuffles equals. */
export function compareSessions(sort: Sort): (a: Sortable, b: Sortable) => number {
  const compare = compareKeys(sort);
  return (a, b) => compare(keysOf(a), keysOf(b));
}

/** Keys that a dream is ordered by, worked out once for each, and the name's where that is asked for. */
interface Keys {
  readonly name: string | null;
  start: number | null;
  id: string;
}

/** Thousands are compared again whenever a page of them comes. */
const known = new WeakMap<Sortable, Keys>();

function keysOf(session: Sortable): Keys {
  const before = known.get(session);
  if (before) return before;
  let name: string | null | undefined;
  const keys = {
    get name() {
      name = name === undefined ? nameKey(session.dream_name) : name;
      return name;
    },
    start: startOf(session),
    id: session.session_id,
  };
  known.set(session, keys);
  return keys;
}

function compareKeys(sort: Sort): (a: Keys, b: Keys) => number {
  const compare = {
    newest: byAge(-1),
    oldest: byAge(1),
    'name-asc': byName,
    'name-desc': (a: Keys, b: Keys) => -byName(a, b),
  }[sort];
  return (a, b) => compare(a, b) || byAge(-1)(a, b) || compareText(a.id, b.id);
}

function byName(a: Keys, b: Keys): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null);
  return compareText(a.name, b.name);
}

const byAge = (direction: 1 | -1) => (a: Keys, b: Keys) => {
  if (a.start === null || b.start === null) return Number(a.start === null) - Number(b.start === null);
  return direction * (a.start - b.start);
};

/** The start of the stream, else the request for it. */
export function dateOf(session: Pick<Session, 'stream_start_time' | 'initial_request_time'>): string | null {
  return session.stream_start_time || session.initial_request_time;
}

export const nameOf = (session: Pick<Session, 'dream_name'>) => visibleName(session.dream_name);

function startOf(session: Sortable): number | null {
  const time = parseUtc(dateOf(session))?.getTime();
  return time === undefined || Number.isNaN(time) ? null : time;
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
