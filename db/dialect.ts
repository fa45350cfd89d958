import { inArray, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm';
import { errorCodes } from '../modules/kit/causes.ts';

type Dialect = 'sqlite' | 'postgres';

const dialectOf = (url: string | undefined): Dialect => (url?.trim() ? 'postgres' : 'sqlite');

/** The database in use: the one in the environment until another is opened. */
export let dialect: Dialect = dialectOf(process.env.DATABASE_URL);
let isFixed = false;

/** The dialect for tables, which are built for it on import; it no longer changes. */
export function fixDialect(): Dialect {
  isFixed = true;
  return dialect;
}

/** @throws Error if tables have been built for the other database */
export function chooseDialect(url: string | undefined): void {
  const chosen = dialectOf(url);
  if (isFixed && chosen !== dialect)
    throw new Error('Tables were imported before their database was opened.');
  dialect = chosen;
}

const UNIQUE = new Set<unknown>(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** True for a unique constraint violation, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCodes(error).some((code) => UNIQUE.has(code));
}

/** True if the database rejected the values, so a retry is pointless. */
export function isRefusal(error: unknown): boolean {
  // SQLSTATE classes 22 and 23: data exceptions and integrity constraint violations.
  const refused = /^(2[23]...$|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE))/;
  return errorCodes(error).some((code) => refused.test(String(code)));
}

/** True if Postgres aborted a statement that conflicted with another one; it may be retried. */
export const isConflict = (error: unknown): boolean =>
  errorCodes(error).some((code) => code === '40001' || code === '40P01');

/** Compares and sorts a text expression by bytes, whatever the database's locale. */
export const byBytes = (text: string): string => (dialect === 'postgres' ? `(${text}) collate "C"` : text);

/** True if a text contains the words; both must be folded. */
export function contains(folded: SQLWrapper, words: string): SQL {
  return dialect === 'postgres'
    ? sql`strpos(${folded}, ${words}::text) > 0`
    : sql`instr(${folded}, ${words}) > 0`;
}

/**
 * True if an id is in a subquery that is evaluated once, while rows are read in order. Otherwise Postgres would look up
 * and sort thousands of ids for a page of sixty.
 */
export function isAmong(id: SQLWrapper, query: SQLWrapper): SQL {
  return dialect === 'postgres' ? sql`(${inArray(id, query)}) is true` : inArray(id, query);
}

/** UTC day of a time column (ms since the epoch), as `YYYY-MM-DD`. */
export function utcDay(moment: SQLWrapper): SQL<string> {
  return dialect === 'postgres'
    ? sql<string>`to_char(to_timestamp(${moment} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
    : sql<string>`strftime('%Y-%m-%d', ${moment} / 1000, 'unixepoch')`;
}

/**
 * Keeps SQLite from using an index on this column. For a value that most rows have, its quick statistics predict few
 * matches, and a million lookups cost far more than one scan.
 */
export function scanned(column: SQLWrapper): SQL {
  return dialect === 'postgres' ? sql`${column}` : sql`+${column}`;
}

/**
 * Reads a table through a given index. Postgres chooses well by itself; SQLite's quick statistics make it look up rows
 * although the index already has every column needed.
 */
export function throughIndex(table: Table, index: string): SQL {
  return dialect === 'postgres' ? sql`${table}` : sql`${table} indexed by ${sql.identifier(index)}`;
}

/**
 * True if an id or address contains the words, ignoring case. Faster than contains(), and served by an index on
 * `lower(id)`. Postgres's ILIKE would fold every row again, which takes longer than the rest of the search.
 */
export function holds(id: SQLWrapper, words: string): SQL {
  return sql`lower(${id}) like ${patternOf(words)} escape '\\'`;
}

/** As above, for an id stored in lower case; Postgres uses a trigram index if it could be created. */
export function holdsLowerCase(id: SQLWrapper, words: string): SQL {
  return dialect === 'postgres'
    ? sql`${id} like ${patternOf(words)} escape '\\'`
    : sql`instr(${id}, lower(${words})) > 0`;
}

/**
 * True if an e-mail address matches, ignoring case. SQL only folds ASCII, so an address with other letters must match
 * as spelled or in lower case.
 */
export function isAddress(column: SQLWrapper, address: string): SQL {
  return sql`lower(${column}) in (lower(${address}), ${address.toLowerCase()})`;
}

const patternOf = (words: string) => sql`lower(${`%${words.replace(/[\\%_]/g, '\\$&')}%`})`;
