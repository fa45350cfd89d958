import { parseUtc } from '../../kit/shared/dates.ts';
import { fold } from '../../kit/shared/fold.ts';
import { SORTS } from './limits.ts';
import { dateOf, visibleName } from './names.ts';
import type { Session } from './schemas.ts';

export type Sort = (typeof SORTS)[number];

/** Key in local storage, and name of the cookie that mirrors it for the server. */
export const SORT_KEY = 'dreamboard-sort';

/** Parses a saved choice; unknown values mean the default. */
export function readSort(...values: (string | null | undefined)[]): Sort {
  const isSort = (value: string | null | undefined): value is Sort => SORTS.some((sort) => sort === value);
  return values.find(isSort) ?? 'newest';
}

/**
 * Sort key of a name. Comparing keys as plain text gives the order that people expect: ignoring case and accents, 9
 * before 10. Stored in the database so that its pages and the browser agree. Null for an untitled dream.
 */
export function nameKey(name: string | null | undefined): string | null {
  const folded = fold(visibleName(name));
  // Thai and Lao write some vowels before the consonant that they follow in speech and sorting.
  const inOrder = folded.replace(/([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g, '$2$1');
  return folded === ''
    ? null
    : inOrder.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(16, '0'));
}

type Sortable = Pick<Session, 'session_id' | 'dream_name' | 'stream_start_time' | 'initial_request_time'>;

/** Untitled dreams come last in A–Z and first in Z–A; dreams without a date always come last. */
export function sortSessions<T extends Sortable>(sessions: readonly T[], sort: Sort): T[] {
  const compare = compareKeys(sort);
  return sessions
    .map((session) => ({ session, keys: keysOf(session) }))
    .sort((a, b) => compare(a.keys, b.keys))
    .map(({ session }) => session);
}

/** Same total order as in the database, so that pages join seamlessly and polling never reorders ties. */
export function compareSessions(sort: Sort): (a: Sortable, b: Sortable) => number {
  const compare = compareKeys(sort);
  return (a, b) => compare(keysOf(a), keysOf(b));
}

/** A dream's sort keys, computed once; the name's only on demand. */
interface Keys {
  readonly name: string | null;
  start: number | null;
  id: string;
}

/** Thousands of dreams are compared again with every new page. */
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

function startOf(session: Sortable): number | null {
  const time = parseUtc(dateOf(session))?.getTime();
  return time === undefined || Number.isNaN(time) ? null : time;
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
