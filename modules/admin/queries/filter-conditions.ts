import { type AnyColumn, and, eq, gte, lte, type SQL } from 'drizzle-orm';
import { holds } from '../../../db/dialect.ts';
import type { FilterField, FilterOf, FilterTable } from '../contract/list-filter.ts';

type Compared<T extends FilterTable> = Extract<T[keyof T], { column: string }>['column'];

/** Conditions of the fields that no column answers. */
export type OwnConditions<T extends FilterTable> = {
  [F in keyof T as T[F] extends { column: string } ? never : F]: (
    value: NonNullable<FilterOf<T>[F]>,
  ) => SQL | null | undefined;
};

/**
 * The condition of each filtered field. Empty words don't filter. Text searches come last: databases evaluate
 * conditions in this order, and those are slowest.
 */
export function filterConditions<T extends FilterTable>(
  table: T,
  filter: FilterOf<T>,
  columns: Record<Compared<T>, AnyColumn>,
  own: OwnConditions<T>,
): SQL | undefined {
  const conditions = filteredFields(table, filter).map((name) => {
    const field = table[name] as FilterField;
    const value: unknown = filter[name];
    return field.column === undefined
      ? ((own as Record<string, (value: unknown) => SQL | null | undefined>)[name]?.(value) ?? undefined)
      : compare(field, columns[field.column as Compared<T>], value);
  });
  return and(...conditions);
}

/** Names of the fields that are filtered, text searches last. */
export function filteredFields<T extends FilterTable>(table: T, filter: FilterOf<T>) {
  const names = Object.keys(table) as (keyof T & string)[];
  const isWords = (name: keyof T) => Number(table[name]?.kind === 'words');
  return names
    .filter((name) => isGiven(filter[name]))
    .toSorted((one, other) => isWords(one) - isWords(other));
}

/** True unless the value is missing or empty words. */
export const isGiven = <T>(value: T | undefined): value is T => value !== undefined && value !== '';

function compare(field: FilterField, column: AnyColumn, value: unknown): SQL {
  if (field.kind === 'choice') return eq(column, value);
  if (field.kind === 'words') return holds(column, String(value));
  return (field.bound === 'from' ? gte : lte)(column, value);
}
