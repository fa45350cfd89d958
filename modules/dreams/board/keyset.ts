import { and, asc, desc, ne, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { beyond, type Step } from '../../../db/beyond.ts';
import { badRequest } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { Sort } from '../contract/sort.ts';
import { dreams, NAME, UNNAMED } from '../tables.ts';

/**
 * Sort position of a page's last dream. The next page starts after it, no matter what was added or removed in between.
 */
const place = z.tuple([
  z.enum(['newest', 'oldest', 'name-asc', 'name-desc']),
  z.string().nullable(),
  z.number(),
  z.string().max(64),
]);
export type Place = z.infer<typeof place>;

type Placed = Pick<typeof dreams.$inferSelect, 'id' | 'nameKey' | 'startedAt' | 'requestedAt'>;

/** Lists only contain dreams that have started. */
const time = dreams.startedAt;
const unnamed = sql<number>`${sql.raw(UNNAMED)}`;
const key = sql.raw(NAME);

/** Untitled dreams come last in A–Z and first in Z–A; ties are sorted newest first. @param way -1 reverses the order */
export function orderOf(sort: Sort, way: 1 | -1 = 1): SQL[] {
  const [up, down] = way === 1 ? [asc, desc] : [desc, asc];
  const newest = [down(time), up(dreams.id)];
  switch (sort) {
    case 'newest':
      return newest;
    case 'oldest':
      return [up(time), up(dreams.id)];
    case 'name-asc':
      return [up(unnamed), up(key), ...newest];
    case 'name-desc':
      return [down(unnamed), down(key), ...newest];
  }
}

export function after([sort, name, at, id]: Place): SQL {
  const newest: [Step, Step] = [
    [time, 'down', at],
    [dreams.id, 'up', id],
  ];
  if (sort === 'newest') return beyond(newest);
  if (sort === 'oldest')
    return beyond([
      [time, 'up', at],
      [dreams.id, 'up', id],
    ]);
  const way = sort === 'name-asc' ? 'up' : 'down';
  const byName: Step[] = name === null ? [] : [[key, way, name]];
  return beyond([[unnamed, way, name === null ? 1 : 0], ...byName, ...newest]);
}

export function before(place: Place): SQL | undefined {
  return and(not(after(place)), ne(dreams.id, place[3]));
}

export const placeOf = (sort: Sort, dream: Placed): Place => [
  sort,
  dream.nameKey,
  dream.startedAt ?? dream.requestedAt,
  dream.id,
];

export const cursorOf = (sort: Sort, dream: Placed): string =>
  Buffer.from(JSON.stringify(placeOf(sort, dream))).toString('base64url');

/** @throws AppError 400 unless the cursor was made by cursorOf() for this order */
export function readCursor(sort: Sort, cursor: string): Place {
  try {
    const read = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (read[0] === sort) return read;
  } catch {
    // Rejected below, like a cursor of another order.
  }
  throw badRequest(m.dreams_error_cursor());
}
