import { DEFAULT_PAGE_SIZE, SESSION_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import {
  SESSION_FIELDS,
  SESSION_FILTER,
  type SessionField,
} from '../../../modules/admin/contract/session-filter.ts';
import { JOB_STATUSES } from '../../../modules/protocol/job-statuses.ts';
import { readDate } from '../format.ts';
import { type PageQuery, readPage, writePage } from '../listing.ts';

/** The filter's fields as the form has them: texts, dates as `datetime-local` writes them. */
export type Filter = Record<SessionField, string>;
export const EMPTY_FILTER = Object.fromEntries(SESSION_FIELDS.map((field) => [field, ''])) as Filter;

/** Query of the listing: a filter and one page of what it lets through. */
export interface SessionQuery extends PageQuery {
  filter: Filter;
}

/** Reads an address; what cannot be meant is left at its default. */
export function readSessionQuery(search: string): SessionQuery {
  const params = new URLSearchParams(search);
  const filter = { ...EMPTY_FILTER };
  for (const field of SESSION_FIELDS) filter[field] = readField(field, params.get(field)?.trim() ?? '');
  return { filter, ...readPage(params, SESSION_PAGE_SIZES, DEFAULT_PAGE_SIZE) };
}

/** As it is asked for: an id that was pasted brings blanks along. */
export function trimmed(filter: Filter): Filter {
  const entries = SESSION_FIELDS.map((field) => [field, filter[field].trim()] as const);
  return { ...filter, ...Object.fromEntries(entries) };
}

function readField(field: SessionField, value: string): string {
  switch (SESSION_FILTER[field].kind) {
    case 'fps':
      return value !== '' && Number(value) >= 0 ? value : '';
    case 'status':
      return JOB_STATUSES.some((status) => status === value) ? value : '';
    case 'recording':
      return value === 'FAILED' ? value : '';
    case 'moment':
      return readLocal(value);
    case 'words':
      return value;
  }
}

/** A moment of an address as a `datetime-local` field has it; empty where it is none. */
export function readLocal(value: string): string {
  if (value === '') return '';
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

export function sessionAddress(path: string, { filter, ...place }: SessionQuery): string {
  const params = new URLSearchParams({ view: 'sessions' });
  for (const field of SESSION_FIELDS) if (filter[field]) params.set(field, filter[field]);
  writePage(params, place, DEFAULT_PAGE_SIZE);
  return `${path}?${params}`;
}

/** The body of the call: numbers as numbers, local moments in UTC. */
export function sessionRequest({ filter, page, limit }: SessionQuery): Record<string, unknown> {
  const given = SESSION_FIELDS.filter((field) => filter[field] !== '').map((field) => {
    const { kind } = SESSION_FILTER[field];
    const value = filter[field];
    if (kind === 'fps') return [field, Number(value)];
    return [field, kind === 'moment' ? utcOf(value) : value];
  });
  return { action: 'getAllSessions', page, limit, ...Object.fromEntries(given) };
}

/** A local moment of a `datetime-local` field in UTC. */
export function utcOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().slice(0, -1);
}
