import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { error, type Finding, ok, warning } from '../modules/kit/settings/finding.ts';
import { dueOf, NewerSchemaError, readMigrations } from './migrations.ts';
import { type DatabaseConfig, SQLITE_FILE } from './settings.ts';
import { connectSqlite } from './sqlite-connection.ts';

/** The oldest supported Postgres. */
const OLDEST_POSTGRES = 140_000;
const SKEW_MS = 60_000;
const RESTORE = 'Start the newer version, or restore a backup from before it.';

/**
 * Checks that the database is intact, writable and of this version. Changes nothing.
 * @throws the database's own error if it can't be reached
 */
export function diagnoseDatabase(config: DatabaseConfig): Promise<Finding[]> {
  const file = join(config.DATA_DIR, SQLITE_FILE);
  return config.DATABASE_URL ? diagnosePostgres(config.DATABASE_URL) : diagnoseSqlite(file);
}

async function diagnoseSqlite(file: string): Promise<Finding[]> {
  if (!existsSync(file)) return [ok(`SQLite: ${file} will be made by the first start`)];
  const connection = connectSqlite({ file, readonly: false });
  try {
    const [[verdict] = []] = await connection.query('PRAGMA quick_check(1)', [], 'all');
    if (verdict !== 'ok')
      return [error(`SQLite: ${file} is damaged (${verdict})`, 'Stop the program and restore a backup.')];
    await connection.query('BEGIN IMMEDIATE', [], 'run');
    await connection.query('ROLLBACK', [], 'run');
    const ledger = "SELECT count(*) FROM sqlite_master WHERE name = 'migrations'";
    const [[has] = []] = await connection.query(ledger, [], 'all');
    const rows = has ? await connection.query('SELECT tag FROM migrations', [], 'all') : [];
    return [ok(`SQLite: ${file} is whole and can be written`), judgeSchema('sqlite', rows.map(String))];
  } finally {
    await connection.close();
  }
}

async function diagnosePostgres(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  const began = performance.now();
  await client.connect();
  try {
    const { rows } = await client.query<{
      version: string;
      now: Date;
      reads: boolean;
      makes: boolean;
      has: boolean;
      encoding: string;
    }>(`
      SELECT current_setting('server_version_num') AS version, clock_timestamp() AS now, pg_is_in_recovery() AS reads,
        has_schema_privilege(current_schema(), 'CREATE') AS makes,
        to_regclass('migrations') IS NOT NULL AS has, current_setting('server_encoding') AS encoding`);
    const [about] = rows;
    if (!about) throw new Error('Postgres says nothing of itself');
    const tags = about.has ? (await client.query<{ tag: string }>('SELECT tag FROM migrations')).rows : [];
    const took = Math.round(performance.now() - began);
    return [
      judgeVersion(Number(about.version), took),
      ...(about.reads || !about.makes
        ? [
            error(
              'Postgres: nothing can be changed in this database',
              'Name the primary server, and make the user the owner of the database.',
            ),
          ]
        : []),
      ...(about.encoding === 'UTF8'
        ? []
        : [
            (about.has ? warning : error)(
              `Postgres: this database keeps its texts as ${about.encoding}, which has no room for emoji and other scripts`,
              "Make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and bring the dreams there by backup and restore.",
            ),
          ]),
      judgeClock(about.now.getTime() - Date.now()),
      judgeSchema(
        'postgres',
        tags.map(({ tag }) => tag),
      ),
    ];
  } finally {
    await client.end();
  }
}

function judgeVersion(version: number, tookMs: number): Finding {
  const name = `Postgres ${Math.floor(version / 10_000)}`;
  return version < OLDEST_POSTGRES
    ? warning(`${name} is no longer cared for by its makers`, 'Upgrade it.')
    : ok(`${name} answers (${tookMs} ms with connecting)`);
}

function judgeClock(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return Math.abs(skewMs) > SKEW_MS
    ? warning(`Postgres and this machine disagree by ${seconds} s on the time`, 'Run a time service on both.')
    : ok('Postgres has the same time');
}

function judgeSchema(dialect: 'sqlite' | 'postgres', applied: string[]): Finding {
  try {
    const due = dueOf(readMigrations(dialect), new Set(applied));
    if (due.length === 0) return ok('its tables are up to date');
    return applied.length === 0
      ? ok('its tables will be made by the first start')
      : warning(
          `${due.length} migrations will run at the next start`,
          dialect === 'sqlite'
            ? 'Nothing to do: the file is copied beside itself first.'
            : 'Take a backup first: bun run backup FILE.',
        );
  } catch (fault) {
    if (fault instanceof NewerSchemaError)
      return error(`a newer version of the program has changed it (${fault.tag})`, RESTORE);
    throw fault;
  }
}
