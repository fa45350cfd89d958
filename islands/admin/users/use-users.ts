import { DEFAULT_PAGE_SIZE, FETCH_ALL, USER_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import type { UserDataAnswer } from '../../../modules/admin/contract/people/people.ts';
import {
  PEOPLE_ORDERS,
  PLAN_FILTERS,
  SEEN_FILTERS,
} from '../../../modules/admin/contract/people/people-filters.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type PageQuery, readPage, useListing, writePage } from '../listing.ts';

/** Empty fields are not filtered. */
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

/** One page of users. */
export const useUsers = () => useListing(LISTING);

/** Choices of each filter that a URL may contain. */
const CHOICES = { role: ROLE_NAMES, plan: PLAN_FILTERS, seen: SEEN_FILTERS, sort: PEOPLE_ORDERS };

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

/** The active filters, without the sort order. */
export function filtersOf(query: UserQuery): Partial<UserFilter> {
  const { sort: _, ...filters } = chosenOf(query);
  return filters;
}

/** The active filters, and the sort order if it isn't the default. */
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

/** All users who can receive mail and match the filters, up to the limit of one call. */
export function fetchMailable(only: Partial<UserFilter>): Promise<UserDataAnswer> {
  return adminApi('user-data', {
    ...userRequest({ ...FIRST_PAGE, ...only, limit: FETCH_ALL }),
    mailable: true,
  });
}
