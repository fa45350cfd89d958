import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { WORKER_TOKEN_FILE } from '../modules/kit/settings/generated-secret.ts';
import type { Database } from './database.ts';
import { chooseDialect } from './dialect.ts';
import { rewriteAtStart } from './erased-bytes.ts';
import { migrateConnection } from './migrate.ts';
import { type DatabaseConfig, SQLITE_FILE } from './settings.ts';
import { openSqlite } from './sqlite.ts';
import { connectSqlite, SqliteError } from './sqlite-connection.ts';

/** Opens the configured database and migrates it. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  chooseDialect(config.DATABASE_URL);
  if (config.DATABASE_URL) {
    // Only loads the driver if Postgres is used.
    const { migratePostgres } = await import('./migrate-postgres.ts');
    const { openPostgres } = await import('./postgres.ts');
    await migratePostgres(config.DATABASE_URL);
    return openPostgres(config.DATABASE_URL);
  }
  mkdirSync(config.DATA_DIR, { recursive: true });
  const file = join(config.DATA_DIR, SQLITE_FILE);
  if (wasEmptied(config.DATA_DIR, file)) throw new SqliteError('the file is empty', 'SQLITE_NOTADB');
  const isNew = !existsSync(file);
  // Migrates on the connection that later writes, because each connection costs a thread.
  const writer = connectSqlite({ file, readonly: false });
  try {
    await migrateConnection(writer, file, isNew);
    await rewriteAtStart(writer);
    return await openSqlite(file, writer);
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/**
 * True if the file was truncated: SQLite would treat an empty file as new, but files that the program creates later
 * already exist.
 */
function wasEmptied(dir: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  return ['media', WORKER_TOKEN_FILE].some((later) => existsSync(join(dir, later)));
}
