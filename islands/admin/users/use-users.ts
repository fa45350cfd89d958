import { useCallback, useEffect, useRef, useState } from 'react';
import { DEFAULT_PAGE_SIZE, FETCH_ALL } from '../../../modules/admin/limits.ts';
import type { UserDataAnswer, UserRow } from '../../../modules/admin/schemas.ts';
import { adminApi } from '../../api.ts';

export interface UserQuery {
  email: string;
  role: string;
  page: number;
  limit: number;
}

export const FIRST_PAGE: UserQuery = { email: '', role: '', page: 1, limit: DEFAULT_PAGE_SIZE };

/** One page of people, read when the view opens and whenever something else is asked for. */
export function useUsers() {
  const [query, setQuery] = useState(FIRST_PAGE);
  const [users, setUsers] = useState<UserRow[]>([]);
  const [total, setTotal] = useState(0);
  const [loading, setLoading] = useState(true);
  const running = useRef<AbortController>(undefined);

  const load = useCallback(async (asked: UserQuery) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setQuery(asked);
    setLoading(true);
    try {
      const answer = await adminApi<UserDataAnswer>('user-data', userRequest(asked), { signal: own.signal });
      setUsers(answer.users);
      setTotal(answer.totalCount);
      setLoading(false);
    } catch (error) {
      if (own.signal.aborted) return;
      console.error('Failed to fetch users', error);
      setUsers([]);
      setTotal(0);
      setLoading(false);
    }
  }, []);

  useEffect(() => {
    load(FIRST_PAGE);
    return () => running.current?.abort();
  }, [load]);

  return { query, users, total, loading, load };
}

function userRequest({ page, limit, email, role }: UserQuery) {
  return { action: 'getAllUsers', page, limit, ...(email && { email }), ...(role && { role }) };
}

/** Everybody, or everybody of one role, as far as one call reaches. */
export function fetchAllUsers(role?: string): Promise<UserDataAnswer> {
  return adminApi('user-data', userRequest({ email: '', role: role ?? '', page: 1, limit: FETCH_ALL }));
}
