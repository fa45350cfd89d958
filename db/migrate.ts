import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectSqlite } from './sqlite-connection.ts';

interface Migration {
  tag: string;
  statements: string[];
}

/** Any fixed number does, as long as all nodes of a fleet ask for the same lock. */
const MIGRATION_LOCK = 7_262_114;
const BREAK = '--> statement-breakpoint';

function readMigrations(dialect: 'sqlite' | 'postgres'): Migration[] {
  const folder = fileURLToPath(new URL(`./migrations/${dialect}/`, import.meta.url));
  const journal = JSON.parse(readFileSync(`${folder}meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => ({
    tag,
    statements: readFileSync(`${folder}${tag}.sql`, 'utf8').split(BREAK),
  }));
}

/** The database holds a migration that this program does not know. */
export class NewerSchemaError extends Error {
  readonly tag: string;
  constructor(tag: string) {
    super(`the database has a migration that this program does not know: ${tag}`);
    this.tag = tag;
  }
}

/** @throws NewerSchemaError */
function dueOf(migrations: Migration[], applied: Set<unknown>): Migration[] {
  const known = new Set<unknown>(migrations.map(({ tag }) => tag));
  for (const tag of applied) if (!known.has(tag)) throw new NewerSchemaError(String(tag));
  return migrations.filter(({ tag }) => !applied.has(tag));
}

const LEDGER = 'CREATE TABLE IF NOT EXISTS migrations (tag text PRIMARY KEY, applied_at bigint NOT NULL)';

/**
 * Brings a SQLite file up to date. Each migration runs with foreign keys off (a rebuilt parent table would
 * cascade otherwise) inside one transaction that ends with a check of all foreign keys; the file is copied
 * beside itself first, unless it is new.
 * @throws when a migration fails; the file is then as it was
 */
export async function migrateSqlite(file: string): Promise<void> {
  const isNew = !existsSync(file);
  const connection = connectSqlite({ file, readonly: false });
  try {
    await connection.query(LEDGER, [], 'run');
    const applied = new Set(
      (await connection.query('SELECT tag FROM migrations', [], 'all')).map(([tag]) => tag),
    );
    const due = dueOf(readMigrations('sqlite'), applied);
    if (due.length > 0 && !isNew && applied.size > 0) {
      const copy = `${file}.before-${due[0]?.tag}`;
      if (!existsSync(copy)) await connection.query('VACUUM INTO ?', [copy], 'run');
    }
    for (const { tag, statements } of due) {
      await connection.query('PRAGMA foreign_keys = OFF', [], 'exec');
      await connection.query('BEGIN IMMEDIATE', [], 'run');
      try {
        for (const statement of statements) await connection.query(statement, [], 'exec');
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
    // Tables that grew since get new statistics, of a sample of their rows: the planner chooses indexes by them.
    await connection.query('PRAGMA optimize = 0x10012', [], 'exec');
  } finally {
    await connection.close();
  }
}

/** Brings a Postgres database up to date; of several nodes that start at once, one migrates and the others wait. */
export async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that breaks is told by the call that waits for it, too.
  client.on('error', () => {});
  await client.connect();
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') console.warn(message);
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(LEDGER);
    const { rows } = await client.query<{ tag: string }>('SELECT tag FROM migrations');
    const applied = new Set(rows.map(({ tag }) => tag));
    for (const { tag, statements } of dueOf(readMigrations('postgres'), applied)) {
      await client.query('BEGIN');
      try {
        for (const statement of statements) await client.query(statement);
        await client.query('INSERT INTO migrations VALUES ($1, $2)', [tag, Date.now()]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
    }
  } finally {
    await client.end();
  }
}
