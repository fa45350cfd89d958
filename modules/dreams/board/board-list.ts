import type { AppContext } from '../../web/context.ts';
import { cookieValues } from '../../web/cookies.ts';
import { isOwnOrigin } from '../../web/security.ts';
import {
  type Neighbour,
  type Neighbours,
  type NeighboursQuery,
  neighboursQuery,
} from '../contract/schemas.ts';
import type { ListFilter } from '../contract/selection-schemas.ts';
import { readSort, SORT_KEY } from '../contract/sort.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import { type Place, placeOf } from './keyset.ts';

interface BoardList {
  query: NeighboursQuery;
  /** The query as a string; empty for all dreams, newest first. */
  search: string;
}

/**
 * The list to which a dream's page belongs. The page's own address names it if the person came from a neighbouring
 * dream; otherwise it's the list on the board that the dream was opened from.
 */
export function readBoardList(c: AppContext): BoardList {
  const asked = listOf(new URL(c.req.url).searchParams) ?? listOf(searchOfBoard(c));
  const read = asked && neighboursQuery.safeParse(Object.fromEntries(asked));
  // A hand-edited address shouldn't keep owners from their dream.
  if (!read?.success) return { query: neighboursQuery.parse({}), search: '' };
  if (asked?.get('sort') === 'newest') asked.delete('sort');
  return { query: read.data, search: asked?.toString() ?? '' };
}

/** The parameters that define a list; null if none are set. */
function listOf(search: URLSearchParams | null): URLSearchParams | null {
  const named = [...(search ?? [])].filter(([name, value]) => name in neighboursQuery.shape && value !== '');
  return named.length > 0 ? new URLSearchParams(named) : null;
}

/** The board's query, with the order from its cookie; null if the page wasn't opened from the board. */
function searchOfBoard(c: AppContext): URLSearchParams | null {
  const from = c.req.header('referer') ?? '';
  if (!URL.canParse(from)) return null;
  const { origin, pathname, searchParams } = new URL(from);
  if (pathname !== '/dreamboard' || !isOwnOrigin(c.get('config'), origin, c.req.header('host'))) return null;
  searchParams.set('sort', readSort(...cookieValues(c, SORT_KEY)));
  return searchParams;
}

/** The dreams before and after this one in one of its owner's lists. */
export async function readNeighbours(
  store: DreamsStore,
  dream: DreamRow,
  { sort, q, ...narrowing }: NeighboursQuery,
): Promise<Neighbours> {
  const list = { place: placeOf(sort, dream), words: q || null, narrowing };
  const [previous, next] = await Promise.all([
    beside(store, dream.userId, { ...list, way: 'before' }),
    beside(store, dream.userId, { ...list, way: 'after' }),
  ]);
  return { previous, next };
}

async function beside(
  store: DreamsStore,
  userId: string,
  where: ListFilter & { place: Place; way: 'before' | 'after' },
): Promise<Neighbour | null> {
  const dream = await store.findBeside(userId, where);
  return dream && { session_id: dream.id, dream_name: dream.name };
}
