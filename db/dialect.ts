import { inArray, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm';
import { errorCodes } from '../src/kit/causes.ts';

/** Which database the process speaks: needed before any table is declared, and so before the settings are read. */
export const dialect: 'sqlite' | 'postgres' = process.env.DATABASE_URL?.trim() ? 'postgres' : 'sqlite';

const UNIQUE = new Set<unknown>(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** True if a unique constraint refused the row, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCodes(error).some((code) => UNIQUE.has(code));
}

/** True if the database answered and rejected the values: a retry would change nothing. */
export function isRefusal(error: unknown): boolean {
  // Classes 22 and 23 of SQLSTATE: data exceptions and integrity constraints.
  const refused = /^(2[23]...$|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE))/;
  return errorCodes(error).some((code) => refused.test(String(code)));
}

/** True if Postgres ended a statement because another one had the same rows: it may be retried. */
export const isConflict = (error: unknown): boolean =>
  errorCodes(error).some((code) => code === '40001' || code === '40P01');

/** A column of texts, ordered of SQL that is text, ordered and compared byte by byte whatever locale the database was made with. */
export const byBytes = (text: string): string => (dialect === 'postgres' ? `(${text}) collate "C"` : text);

/** True if a text holds these words somewhere, both folded. */
export function contains(folded: SQLWrapper, words: string): SQL {
  return dialect === 'postgres'
    ? sql`strpos(${folded}, ${words}::text) > 0`
    : sql`instr(${folded}, ${words}) > 0`;
}

/**
 * True if an id is among those of a query, which is read once and compared with rows in their order. Postgres would
 * rather look up each of thousands of ids, and sort them, where a page needs sixty.
 */
export function isAmong(id: SQLWrapper, query: SQLWrapper): SQL {
  return dialect === 'postgres' ? sql`(${inArray(id, query)}) is true` : inArray(id, query);
}

/** The day of a moment (a column of ms since the epoch) in UTC, as `YYYY-MM-DD`. */
export function utcDay(moment: SQLWrapper): SQL<string> {
  return dialect === 'postgres'
    ? sql<string>`to_char(to_timestamp(${moment} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
    : sql<string>`strftime('%Y-%m-%d', ${moment} / 1000, 'unixepoch')`;
}

/**
 * A column that SQLite compares without looking rows up by it: of a value that most rows have, its quick
 * statistics say that few do, and a million rows looked up cost far more than one scan.
 */
export function scanned(column: SQLWrapper): SQL {
  return dialect === 'postgres' ? sql`${column}` : sql`+${column}`;
}

/**
 * A table read through one of its indexes. Postgres finds the best one by itself; SQLite's quick statistics make it
 * look rows up where the index alone has all that is asked for.
 */
export function throughIndex(table: Table, index: string): SQL {
  return dialect === 'postgres' ? sql`${table}` : sql`${table} indexed by ${sql.identifier(index)}`;
}

/**
 * True if an id or an address holds these words somewhere, without regard to the case of its letters. Quicker than
 * contains(), and answered from an index that keeps `lower(id)`. Postgres's ILIKE would fold each row again, which
 * takes longer than all the rest of such a search.
 */
export function holds(id: SQLWrapper, words: string): SQL {
  return sql`lower(${id}) like ${patternOf(words)} escape '\\'`;
}

/** The same for an id that is kept in lower case: Postgres has a trigram index for it, where it could be made. */
export function holdsLowerCase(id: SQLWrapper, words: string): SQL {
  return dialect === 'postgres'
    ? sql`${id} like ${patternOf(words)} escape '\\'`
    : sql`instr(${id}, lower(${words})) > 0`;
}

/**
 * True if an address is this one, whatever the case of its letters. SQL folds ASCII alone: an address with other
 * letters is found as it is spelled here, or in lower case.
 */
export function isAddress(column: SQLWrapper, address: string): SQL {
  return sql`lower(${column}) in (lower(${address}), ${address.toLowerCase()})`;
}

const patternOf = (words: string) => sql`lower(${`%${words.replace(/[\\%_]/g, '\\$&')}%`})`;
