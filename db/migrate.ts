import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dueOf, LEDGER, readMigrations } from './migrations.ts';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';

/** Number of pre-migration copies of a SQLite file to keep. */
const COPIES_KEPT = 3;

/** Migrates a SQLite file through a connection of its own; see `migrateConnection`. */
export async function migrateSqlite(file: string, upTo?: string): Promise<void> {
  const isNew = !existsSync(file);
  const connection = connectSqlite({ file, readonly: false });
  try {
    await migrateConnection(connection, file, isNew, upTo);
  } finally {
    await connection.close();
  }
}

/**
 * Migrates the SQLite file of a connection. Each migration runs in one transaction with foreign keys off (rebuilding a
 * parent table would cascade otherwise), followed by a check of all foreign keys. Unless the file is new, it is first
 * copied next to itself.
 * @param upTo the last migration to apply, to emulate an earlier version
 * @throws NewerSchemaError; also if a migration fails, which leaves the file unchanged
 */
export async function migrateConnection(
  connection: SqliteConnection,
  file: string,
  isNew: boolean,
  upTo?: string,
): Promise<void> {
  await connection.query(LEDGER, [], 'run');
  const applied = new Set(
    (await connection.query('SELECT tag FROM migrations', [], 'all')).map(([tag]) => String(tag)),
  );
  const due = dueOf(readMigrations('sqlite', upTo), applied);
  const [next] = due;
  if (next && !isNew && applied.size > 0) await keepCopy(connection, file, next.tag);
  for (const { tag, statements } of due) {
    await connection.query('PRAGMA foreign_keys = OFF', [], 'exec');
    await connection.query('BEGIN IMMEDIATE', [], 'run');
    try {
      // In one message, because each costs both threads more than most statements.
      await connection.query(statements.join('\n;\n'), [], 'exec');
      const broken = await connection.query('PRAGMA foreign_key_check', [], 'all');
      if (broken.length > 0)
        throw new Error(`migration ${tag} leaves ${broken.length} rows without their parent`);
      await connection.query('INSERT INTO migrations VALUES (?, ?)', [tag, Date.now()], 'run');
      await connection.query('COMMIT', [], 'run');
    } catch (error) {
      await connection.query('ROLLBACK', [], 'run').catch(() => {});
      throw error;
    }
    await connection.query('PRAGMA foreign_keys = ON', [], 'exec');
  }
  // Updates the statistics of tables that have grown, from a sample of rows; the planner chooses indexes by them.
  await connection.query('PRAGMA optimize = 0x10012', [], 'exec');
}

/** Copies the file to `….before-TAG`, the way back to the previous version, and deletes the oldest copies. */
async function keepCopy(connection: SqliteConnection, file: string, tag: string): Promise<void> {
  const partial = `${file}.copying`;
  rmSync(partial, { force: true });
  await connection.query('VACUUM INTO ?', [partial], 'run');
  renameSync(partial, `${file}.before-${tag}`);
  const folder = dirname(file);
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of copies.slice(COPIES_KEPT)) rmSync(old, { force: true });
}
