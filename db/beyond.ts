import { type AnyColumn, and, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';

/** One sort column, and its value in the last row that was read. */
export type Step = readonly [column: AnyColumn | SQL, way: 'up' | 'down', value: unknown];

/**
 * Condition for rows after a position in a multi-column order (keyset pagination). The first column also gets a plain
 * bound, so that databases start the index scan there; with only the OR they would read everything before it.
 */
export function beyond([[column, way, value], ...rest]: readonly [Step, ...Step[]]): SQL {
  const [further, bound] = way === 'up' ? [gt, gte] : [lt, lte];
  const [next, ...others] = rest;
  if (next === undefined) return further(column as AnyColumn, value);
  const inside = or(further(column as AnyColumn, value), beyond([next, ...others]));
  return and(bound(column as AnyColumn, value), inside) as SQL;
}
