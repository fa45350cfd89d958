import type { Exported } from '../../../modules/admin/contract/exports.ts';
import { DEFAULT_PAGE_SIZE, type View } from '../../../modules/admin/contract/limits.ts';
import type { FilterField, FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { readDate } from '../format.ts';
import type { Paged } from '../pagination.tsx';

/** A list with a filter. */
export interface FilteredList<T extends FilterTable> {
  view: View;
  filter: T;
  /** page sizes; without one, the list has no page numbers */
  sizes: readonly number[];
  /** the call that reads a page */
  path: string;
  action: string;
  csv?: Exported;
  texts: {
    title: (slots: { total: number }) => string;
    filter: () => string;
    loading: () => string;
    empty: () => string;
    failed: (slots: { reason: string }) => string;
  };
}

/** A list with a filter and numbered pages. */
export interface List<T extends FilterTable, Answer extends { totalCount: number }> extends FilteredList<T> {
  view: Paged;
  /** stands in for an answer that never came */
  nothing: Answer;
  /** reloads it while the page is visible */
  everyMs?: number;
}

export interface PageQuery {
  page: number;
  limit: number;
}

/** Filter fields as the form holds them: text, with dates in `datetime-local` format. */
export type Draft<T extends FilterTable> = Record<keyof T & string, string>;

export interface ListQuery<T extends FilterTable> extends PageQuery {
  filter: Draft<T>;
}

export const fieldsOf = <T extends FilterTable>(table: T) =>
  Object.entries(table) as [keyof T & string, FilterField][];

const usualOf = (field: FilterField): string => ('usual' in field ? field.usual : '');

/** The fields of a list that filters nothing. */
export const noFilter = <T extends FilterTable>(table: T) =>
  Object.fromEntries(fieldsOf(table).map(([name, field]) => [name, usualOf(field)])) as Draft<T>;

/** The fields that differ from their defaults. */
export const chosenIn = <T extends FilterTable>(table: T, filter: Draft<T>) =>
  fieldsOf(table).filter(([name, field]) => filter[name] !== usualOf(field));

/** Without the spaces that pasted text often has. */
export const trimmed = <T extends FilterTable>(table: T, filter: Draft<T>) =>
  Object.fromEntries(fieldsOf(table).map(([name]) => [name, filter[name].trim()])) as Draft<T>;

/** The first page of a list that filters nothing. */
export const firstPage = <T extends FilterTable>(table: T): ListQuery<T> => ({
  filter: noFilter(table),
  page: 1,
  limit: DEFAULT_PAGE_SIZE,
});

/** Parses a URL. Invalid values become defaults. */
export function readQuery<T extends FilterTable>(list: FilteredList<T>, search: string): ListQuery<T> {
  const params = new URLSearchParams(search);
  const filter = fieldsOf(list.filter).map(([name, field]) => [
    name,
    readField(field, params.get(name)?.trim() ?? ''),
  ]);
  return { filter: Object.fromEntries(filter), ...readPage(params, list.sizes, DEFAULT_PAGE_SIZE) };
}

function readField(field: FilterField, value: string): string {
  switch (field.kind) {
    case 'choice':
      return Object.hasOwn(field.choices, value) ? value : usualOf(field);
    case 'number':
      return /^\d+(\.\d+)?$/.test(value) ? value : '';
    case 'moment':
      return readLocal(value);
    case 'day':
      return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
    case 'words':
      return value;
  }
}

export function addressOf<T extends FilterTable>(
  { view, filter: table }: FilteredList<T>,
  { filter, ...place }: ListQuery<T>,
): string {
  const params = new URLSearchParams({ view });
  for (const [name] of chosenIn(table, filter)) params.set(name, filter[name]);
  writePage(params, place, DEFAULT_PAGE_SIZE);
  return `${location.pathname}?${params}`;
}

/** Fields of the call that differ from their defaults, with numbers as numbers and times in UTC. */
export const requestOf = <T extends FilterTable>(table: T, filter: Draft<T>): Record<string, unknown> =>
  Object.fromEntries(chosenIn(table, filter).map(([name, field]) => [name, sentValue(field, filter[name])]));

function sentValue(field: FilterField, text: string): string | number {
  if (field.kind === 'number') return Number(text);
  if (field.kind === 'moment') return utcOf(text);
  return field.kind === 'day' && field.bound === 'to' ? `${text}T23:59:59.999` : text;
}

/** The requested page, or the last one. */
export const pageWithin = ({ page, limit }: PageQuery, total: number): number =>
  Math.min(page, Math.max(1, Math.ceil(total / limit)));

/** The page in a URL, and its size if it is one of the choices. */
export function readPage(params: URLSearchParams, sizes: readonly number[], usual: number): PageQuery {
  const page = Number(params.get('page'));
  const limit = Number(params.get('limit'));
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: sizes.find((size) => size === limit) ?? usual,
  };
}

/** Adds page and size to a URL unless they are the defaults. */
export function writePage(params: URLSearchParams, { page, limit }: PageQuery, usual: number): void {
  if (page > 1) params.set('page', String(page));
  if (limit !== usual) params.set('limit', String(limit));
}

/** A time in a URL as a `datetime-local` value; empty if invalid. */
function readLocal(value: string): string {
  if (value === '') return '';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return value;
  const date = readDate(value);
  return date ? localInput(date) : '';
}

/** A time as a `datetime-local` value: local, to the minute. */
function localInput(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A `datetime-local` value in UTC. */
function utcOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().slice(0, -1);
}
