import { DEFAULT_PAGE_SIZE, FETCH_ALL, USER_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import type { UserDataAnswer } from '../../../modules/admin/contract/people/people.ts';
import {
  PEOPLE_ORDERS,
  PLAN_FILTERS,
  SEEN_FILTERS,
} from '../../../modules/admin/contract/people/people-filters.ts';
import { ROLE_LABELS } from '../../../modules/auth/contract/roles.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type PageQuery, readPage, useListing, writePage } from '../listing.ts';

/** Each empty where it is not chosen. */
export interface UserFilter {
  email: string;
  role: string;
  plan: string;
  seen: string;
  sort: string;
}
export type UserQuery = UserFilter & PageQuery;

export const NO_FILTER: UserFilter = { email: '', role: '', plan: '', seen: '', sort: 'created' };
export const FIRST_PAGE: UserQuery = { ...NO_FILTER, page: 1, limit: DEFAULT_PAGE_SIZE };

const LISTING = {
  readAddress,
  addressOf,
  fetchPage: (query: UserQuery, signal: AbortSignal) =>
    adminApi<UserDataAnswer>('user-data', userRequest(query), { signal }),
  nothing: { users: [], totalCount: 0, newsReaders: 0 } as UserDataAnswer,
  what: 'Failed to fetch users',
};

/** One page of people. */
export const useUsers = () => useListing(LISTING);

/** The choices of each filter that an address may name. */
const CHOICES = { role: ROLE_LABELS, plan: PLAN_FILTERS, seen: SEEN_FILTERS, sort: PEOPLE_ORDERS };

function readAddress(search: string): UserQuery {
  const params = new URLSearchParams(search);
  const chosen = Object.entries(CHOICES).flatMap(([name, choices]) => {
    const value = params.get(name) ?? '';
    return Object.hasOwn(choices, value) ? [[name, value]] : [];
  });
  return {
    ...NO_FILTER,
    ...Object.fromEntries(chosen),
    email: params.get('email')?.trim() ?? '',
    ...readPage(params, USER_PAGE_SIZES, DEFAULT_PAGE_SIZE),
  };
}

function addressOf(query: UserQuery): string {
  const params = new URLSearchParams({ view: 'users', ...chosenOf(query) });
  writePage(params, query, DEFAULT_PAGE_SIZE);
  return `${location.pathname}?${params}`;
}

/** The filters that are set, without the order. */
export function filtersOf(query: UserQuery): Partial<UserFilter> {
  const { sort: _, ...filters } = chosenOf(query);
  return filters;
}

/** The filters that let not everybody through, and another order than the usual one. */
function chosenOf(query: UserQuery): Record<string, string> {
  const names = Object.keys(NO_FILTER) as (keyof UserFilter)[];
  return Object.fromEntries(
    names.filter((name) => query[name] !== NO_FILTER[name]).map((name) => [name, query[name]]),
  );
}

export const userRequest = (query: UserQuery) => ({
  action: 'getAllUsers',
  page: query.page,
  limit: query.limit,
  ...chosenOf(query),
});

/** All whom a mail reaches and these filters show, as far as one call reaches. */
export function fetchMailable(only: Partial<UserFilter>): Promise<UserDataAnswer> {
  return adminApi('user-data', {
    ...userRequest({ ...FIRST_PAGE, ...only, limit: FETCH_ALL }),
    mailable: true,
  });
}
