import type { Neighbour, Neighbours, NeighboursQuery } from '../contract/schemas.ts';
import type { ListFilter } from '../contract/selection-schemas.ts';
import type { DreamRow, DreamsStore } from '../store.ts';
import { type Place, placeOf } from './keyset.ts';

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
