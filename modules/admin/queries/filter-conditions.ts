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

/** The condition of each filtered field. Empty words don't filter. */
export function filterConditions<T extends FilterTable>(
  table: T,
  filter: FilterOf<T>,
  columns: Record<Compared<T>, AnyColumn>,
  own: OwnConditions<T>,
): SQL | undefined {
  const conditions = Object.entries(table).map(([name, field]) => {
    const value: unknown = filter[name];
    if (value === undefined || value === '') return undefined;
    return field.column === undefined
      ? ((own as Record<string, (value: unknown) => SQL | null | undefined>)[name]?.(value) ?? undefined)
      : compare(field, columns[field.column as Compared<T>], value);
  });
  return and(...conditions);
}

function compare(field: FilterField, column: AnyColumn, value: unknown): SQL {
  if (field.kind === 'choice') return eq(column, value);
  if (field.kind === 'words') return holds(column, String(value));
  return (field.bound === 'from' ? gte : lte)(column, value);
}
