import type { Exported } from '../../../modules/admin/contract/exports.ts';
import { DEFAULT_PAGE_SIZE } from '../../../modules/admin/contract/limits.ts';
import type { FilterField, FilterTable } from '../../../modules/admin/contract/list-filter.ts';
import { readDate } from '../format.ts';
import type { Paged } from '../pagination.tsx';

/** A list with a filter and pages. */
export interface List<T extends FilterTable, Answer extends { totalCount: number }> {
  view: Paged;
  filter: T;
  sizes: readonly number[];
  /** the call that reads a page */
  path: string;
  action: string;
  /** stands in for an answer that never came */
  nothing: Answer;
  csv?: Exported;
  texts: {
    title: (slots: { total: number }) => string;
    filter: () => string;
    loading: () => string;
    empty: () => string;
    failed: (slots: { reason: string }) => string;
  };
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

type Listed<T extends FilterTable> = Pick<List<T, never>, 'view' | 'filter' | 'sizes' | 'action'>;

export const fieldsOf = <T extends FilterTable>(table: T) =>
  Object.entries(table) as [keyof T & string, FilterField][];

const usualOf = (field: FilterField): string => ('usual' in field ? field.usual : '');

/** The fields of a list that filters nothing. */
export const noFilter = <T extends FilterTable>(table: T) =>
  Object.fromEntries(fieldsOf(table).map(([name, field]) => [name, usualOf(field)])) as Draft<T>;

/** The fields that aren't as usual. */
export const chosenIn = <T extends FilterTable>(table: T, filter: Draft<T>) =>
  fieldsOf(table).filter(([name, field]) => filter[name] !== usualOf(field));

/** Without the spaces that pasted text often has. */
export const trimmed = <T extends FilterTable>(table: T, filter: Draft<T>) =>
  Object.fromEntries(fieldsOf(table).map(([name]) => [name, filter[name].trim()])) as Draft<T>;

export const firstPage = <T extends FilterTable>(table: T): ListQuery<T> => ({
  filter: noFilter(table),
  page: 1,
  limit: DEFAULT_PAGE_SIZE,
});

/** Parses a URL. Invalid values become defaults. */
export function readQuery<T extends FilterTable>(list: Listed<T>, search: string): ListQuery<T> {
  const params = new URLSearchParams(search);
  const filter = fieldsOf(list.filter).map(([name, field]) => [
    name,
    readField(field, params.get(name)?.trim() ?? ''),
  ]);
  return { filter: Object.fromEntries(filter), ...readPage(params, list.sizes, DEFAULT_PAGE_SIZE) };
}

function readField(field: FilterField, value: string): string {
  if (field.kind === 'choice') return Object.hasOwn(field.choices, value) ? value : usualOf(field);
  return field.kind === 'moment' ? readLocal(value) : value;
}

export function addressOf<T extends FilterTable>(
  { view, filter: table }: Listed<T>,
  { filter, ...place }: ListQuery<T>,
): string {
  const params = new URLSearchParams({ view });
  for (const [name] of chosenIn(table, filter)) params.set(name, filter[name]);
  writePage(params, place, DEFAULT_PAGE_SIZE);
  return `${location.pathname}?${params}`;
}

/** Body of the call, with local times in UTC. */
export function requestOf<T extends FilterTable>(
  { action, filter: table }: Listed<T>,
  { filter, page, limit }: ListQuery<T>,
): Record<string, unknown> {
  const values = chosenIn(table, filter).map(([name, { kind }]) => [
    name,
    kind === 'moment' ? utcOf(filter[name]) : filter[name],
  ]);
  return { action, page, limit, ...Object.fromEntries(values) };
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
export function readLocal(value: string): string {
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
export function utcOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString().slice(0, -1);
}
