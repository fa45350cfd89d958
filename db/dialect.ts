import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { dialect } from '../src/config.ts';

/** Whether an error says that a unique constraint refused the row, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
      return true;
  }
  return false;
}

/** Text ordered and compared byte by byte, whatever locale the database was made with. */
export function byBytes(text: SQLWrapper): SQL {
  return dialect === 'postgres' ? sql`${text} collate "C"` : sql`${text}`;
}

/** Whether a text holds these words somewhere, without regard to case and accents; both databases have fold(). */
export function contains(text: SQLWrapper, words: string): SQL {
  return dialect === 'postgres'
    ? sql`strpos(fold(${text}), fold(${words}::text)) > 0`
    : sql`instr(fold(${text}), fold(${words})) > 0`;
}

/**
 * Whether an id or an address holds these words somewhere, its ASCII letters in either case. Quicker than
 * contains(): Postgres answers it from a trigram index, and SQLite in its own code.
 */
export function holds(id: SQLWrapper, words: string): SQL {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return dialect === 'postgres'
    ? sql`${id} ilike ${pattern} escape '\\'`
    : sql`${id} like ${pattern} escape '\\'`;
}
