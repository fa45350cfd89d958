import { DEFAULT_PAGE_SIZE, SESSION_PAGE_SIZES } from '../../../modules/admin/limits.ts';
import { readDate } from '../format.ts';

/** The filter's fields as the form has them: texts, dates as `datetime-local` writes them. */
export const EMPTY_FILTER = {
  jobStatus: '',
  rpJobId: '',
  workerId: '',
  sessionAfter: '',
  sessionBefore: '',
  minServerFps: '',
  maxServerFps: '',
  minClientFps: '',
  maxClientFps: '',
};
export type Filter = typeof EMPTY_FILTER;
type Field = keyof Filter;
const FIELDS = Object.keys(EMPTY_FILTER) as Field[];
const DATES: readonly Field[] = ['sessionAfter', 'sessionBefore'];
const NUMBERS: readonly Field[] = ['minServerFps', 'maxServerFps', 'minClientFps', 'maxClientFps'];

/** What is asked for: a filter and one page of what it lets through. */
export interface SessionQuery {
  filter: Filter;
  page: number;
  limit: number;
}

/** Reads an address; what cannot be meant is left at its default. */
export function readSessionQuery(search: string): SessionQuery {
  const params = new URLSearchParams(search);
  const filter = { ...EMPTY_FILTER };
  for (const field of FIELDS) filter[field] = readField(field, params.get(field)?.trim() ?? '');
  const page = Number(params.get('page'));
  const limit = Number(params.get('limit'));
  return {
    filter,
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: SESSION_PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_PAGE_SIZE,
  };
}

function readField(field: Field, value: string): string {
  if (value === '') return '';
  if (NUMBERS.includes(field)) return Number(value) >= 0 ? value : '';
  if (!DATES.includes(field)) return value;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return value;
  const date = readDate(value);
  return date ? localInput(date) : '';
}

/** A moment in the form of a `datetime-local` field: local, to the minute. */
function localInput(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function sessionAddress(path: string, { filter, page, limit }: SessionQuery): string {
  const params = new URLSearchParams({ view: 'sessions' });
  for (const field of FIELDS) if (filter[field]) params.set(field, filter[field]);
  if (page > 1) params.set('page', String(page));
  if (limit !== DEFAULT_PAGE_SIZE) params.set('limit', String(limit));
  return `${path}?${params}`;
}

/** The body of the call: numbers as numbers, local moments in UTC. */
export function sessionRequest({ filter, page, limit }: SessionQuery): Record<string, unknown> {
  const given = FIELDS.filter((field) => filter[field] !== '').map((field) => {
    const value = filter[field];
    if (NUMBERS.includes(field)) return [field, Number(value)];
    return [field, DATES.includes(field) ? utcOf(value) : value];
  });
  return { action: 'getAllSessions', page, limit, ...Object.fromEntries(given) };
}

/** A local moment of a `datetime-local` field in UTC. */
export function utcOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().slice(0, -1);
}
