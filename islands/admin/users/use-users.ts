import { DEFAULT_PAGE_SIZE, FETCH_ALL, USER_PAGE_SIZES } from '../../../modules/admin/limits.ts';
import type { UserDataAnswer } from '../../../modules/admin/schemas/people.ts';
import { ROLE_LABELS } from '../../../modules/auth/shared/roles.ts';
import { adminApi } from '../../browser/api.ts';
import { type PageQuery, readPage, useListing, writePage } from '../listing.ts';

export interface UserQuery extends PageQuery {
  email: string;
  role: string;
}

export const FIRST_PAGE: UserQuery = { email: '', role: '', page: 1, limit: DEFAULT_PAGE_SIZE };

const LISTING = {
  readAddress,
  addressOf,
  fetchPage: (query: UserQuery, signal: AbortSignal) =>
    adminApi<UserDataAnswer>('user-data', userRequest(query), { signal }),
  nothing: { users: [], totalCount: 0 } as UserDataAnswer,
  what: 'Failed to fetch users',
};

/** One page of people. */
export const useUsers = () => useListing(LISTING);

function readAddress(search: string): UserQuery {
  const params = new URLSearchParams(search);
  const role = params.get('role') ?? '';
  return {
    email: params.get('email')?.trim() ?? '',
    role: role in ROLE_LABELS ? role : '',
    ...readPage(params, USER_PAGE_SIZES, DEFAULT_PAGE_SIZE),
  };
}

function addressOf({ email, role, ...place }: UserQuery): string {
  const params = new URLSearchParams({ view: 'users', ...(email && { email }), ...(role && { role }) });
  writePage(params, place, DEFAULT_PAGE_SIZE);
  return `${location.pathname}?${params}`;
}

export function userRequest({ page, limit, email, role }: UserQuery) {
  return { action: 'getAllUsers', page, limit, ...(email && { email }), ...(role && { role }) };
}

/** Everybody, or everybody of one role, as far as one call reaches. */
export function fetchAllUsers(role?: string): Promise<UserDataAnswer> {
  return adminApi('user-data', userRequest({ email: '', role: role ?? '', page: 1, limit: FETCH_ALL }));
}
