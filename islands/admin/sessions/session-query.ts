import { DEFAULT_PAGE_SIZE, SESSION_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import {
  SESSION_FIELDS,
  SESSION_FILTER,
  type SessionField,
} from '../../../modules/admin/contract/session-filter.ts';
import { JOB_STATUSES } from '../../../modules/protocol/job-statuses.ts';
import { type PageQuery, readLocal, readPage, utcOf, writePage } from '../list/list-query.ts';

/** Filter fields as the form holds them: text, with dates in `datetime-local` format. */
export type Filter = Record<SessionField, string>;
export const EMPTY_FILTER = Object.fromEntries(SESSION_FIELDS.map((field) => [field, ''])) as Filter;

/** Query of the list: a filter and one page of its matches. */
export interface SessionQuery extends PageQuery {
  filter: Filter;
}

/** Parses a URL. Invalid values become defaults. */
export function readSessionQuery(search: string): SessionQuery {
  const params = new URLSearchParams(search);
  const filter = { ...EMPTY_FILTER };
  for (const field of SESSION_FIELDS) filter[field] = readField(field, params.get(field)?.trim() ?? '');
  return { filter, ...readPage(params, SESSION_PAGE_SIZES, DEFAULT_PAGE_SIZE) };
}

/** Filter as requested, without the spaces that pasted ids often have. */
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

export function sessionAddress(path: string, { filter, ...place }: SessionQuery): string {
  const params = new URLSearchParams({ view: 'sessions' });
  for (const field of SESSION_FIELDS) if (filter[field]) params.set(field, filter[field]);
  writePage(params, place, DEFAULT_PAGE_SIZE);
  return `${path}?${params}`;
}

/** Body of the call, with numbers as numbers and local times in UTC. */
export function sessionRequest({ filter, page, limit }: SessionQuery): Record<string, unknown> {
  const given = SESSION_FIELDS.filter((field) => filter[field] !== '').map((field) => {
    const { kind } = SESSION_FILTER[field];
    const value = filter[field];
    if (kind === 'fps') return [field, Number(value)];
    return [field, kind === 'moment' ? utcOf(value) : value];
  });
  return { action: 'getAllSessions', page, limit, ...Object.fromEntries(given) };
}
