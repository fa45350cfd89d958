import { type AnyColumn, and, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';

/** One column of an order, and the value there of the last row that was read. */
export type Step = readonly [column: AnyColumn | SQL, way: 'up' | 'down', value: unknown];

/**
 * Rows behind a place in an order by several columns (keyset pagination). The first column is also bounded by itself:
 * databases enter its index there, where a list of ORs has them read everything before.
 */
export function beyond([[column, way, value], ...rest]: readonly [Step, ...Step[]]): SQL {
  const [further, bound] = way === 'up' ? [gt, gte] : [lt, lte];
  const [next, ...others] = rest;
  if (next === undefined) return further(column as AnyColumn, value);
  const inside = or(further(column as AnyColumn, value), beyond([next, ...others]));
  return and(bound(column as AnyColumn, value), inside) as SQL;
}
