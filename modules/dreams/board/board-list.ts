import type { AppContext } from '../../../src/web/context.ts';
import { cookieValues } from '../../../src/web/cookies.ts';
import { isOwnOrigin } from '../../../src/web/security.ts';
import { type NeighboursQuery, neighboursQuery } from '../schemas.ts';
import { readSort, SORT_KEY } from '../shared/sort.ts';

export interface BoardList {
  query: NeighboursQuery;
  /** the same as it stands in an address; empty for all dreams, the newest first */
  search: string;
}

/**
 * The list that a dream's page stands in: its address names one when it was reached from the dream beside it, else it
 * is the one of the board that it was opened from.
 */
export function readBoardList(c: AppContext): BoardList {
  const asked = listOf(new URL(c.req.url).searchParams) ?? listOf(searchOfBoard(c));
  const read = asked && neighboursQuery.safeParse(Object.fromEntries(asked));
  // An address that was mended by hand is no reason to keep the dream from its owner.
  if (!read?.success) return { query: neighboursQuery.parse({}), search: '' };
  if (asked?.get('sort') === 'newest') asked.delete('sort');
  return { query: read.data, search: asked?.toString() ?? '' };
}

/** Part of a query that says which dreams are listed and how; null when nothing does. */
function listOf(search: URLSearchParams | null): URLSearchParams | null {
  const named = [...(search ?? [])].filter(([name, value]) => name in neighboursQuery.shape && value !== '');
  return named.length > 0 ? new URLSearchParams(named) : null;
}

/** The board's own query, with the order that is kept beside it; null for who came from elsewhere. */
function searchOfBoard(c: AppContext): URLSearchParams | null {
  const from = c.req.header('referer') ?? '';
  if (!URL.canParse(from)) return null;
  const { origin, pathname, searchParams } = new URL(from);
  if (pathname !== '/dreamboard' || !isOwnOrigin(c.get('config'), origin, c.req.header('host'))) return null;
  searchParams.set('sort', readSort(...cookieValues(c, SORT_KEY)));
  return searchParams;
}
