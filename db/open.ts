import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Config, WORKER_TOKEN_FILE } from '../src/config.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { SqliteError } from './sqlite-connection.ts';

/** The query builder, typed as Postgres on both databases. */
export type Orm = NodePgDatabase;

/** Every call is answered in time, by DatabaseUnavailableError where need be. */
export interface Database {
  readonly orm: Orm;
  /**
   * Runs body in one transaction: BEGIN IMMEDIATE behind a fair lock on SQLite, serializable with retries on
   * Postgres. Every statement that body awaits through `orm` belongs to it. Body may run again, so it must
   * not touch the network or anything outside the database. Transactions do not nest.
   */
  transact<T>(body: () => Promise<T>): Promise<T>;
  /** Gives what runs in the background, with nobody waiting, more time for each statement. */
  patiently<T>(body: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The database's name in DATA_DIR. */
export const SQLITE_FILE = 'reverie.sqlite';

/** Opens the database of the settings and brings its schema up to date. */
export async function openDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Database> {
  if (config.DATABASE_URL) {
    await migratePostgres(config.DATABASE_URL);
    return openPostgres(config.DATABASE_URL);
  }
  mkdirSync(config.DATA_DIR, { recursive: true });
  const file = join(config.DATA_DIR, SQLITE_FILE);
  if (wasEmptied(config.DATA_DIR, file)) throw new SqliteError('the file is empty', 'SQLITE_NOTADB');
  await migrateSqlite(file);
  return openSqlite(file);
}

/** SQLite takes an empty file for a new database; beside what the program made later, it is one that was cut off. */
function wasEmptied(dir: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  return ['media', WORKER_TOKEN_FILE].some((later) => existsSync(join(dir, later)));
}
