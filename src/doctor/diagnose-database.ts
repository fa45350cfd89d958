import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dueOf, NewerSchemaError, readMigrations } from '../../db/migrations.ts';
import { type DatabaseConfig, SQLITE_FILE } from '../../db/settings.ts';
import { connectSqlite } from '../../db/sqlite-connection.ts';
import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** The oldest supported Postgres. */
const OLDEST_POSTGRES = 140_000;
const SKEW_MS = 60_000;

/**
 * Checks that the database is intact, writable and of this version. Changes nothing.
 * @throws the database's own error if it can't be reached
 */
export function diagnoseDatabase(config: DatabaseConfig): Promise<Finding[]> {
  const file = join(config.DATA_DIR, SQLITE_FILE);
  return config.DATABASE_URL ? diagnosePostgres(config.DATABASE_URL) : diagnoseSqlite(file);
}

async function diagnoseSqlite(file: string): Promise<Finding[]> {
  if (!existsSync(file)) return [ok(m.doctor_sqlite_new({ file }))];
  const connection = connectSqlite({ file, readonly: false });
  try {
    const [[verdict] = []] = await connection.query('PRAGMA quick_check(1)', [], 'all');
    if (verdict !== 'ok')
      return [
        error(m.doctor_sqlite_damaged({ file, verdict: String(verdict) }), m.doctor_sqlite_damaged_cure()),
      ];
    await connection.query('BEGIN IMMEDIATE', [], 'run');
    await connection.query('ROLLBACK', [], 'run');
    const ledger = "SELECT count(*) FROM sqlite_master WHERE name = 'migrations'";
    const [[has] = []] = await connection.query(ledger, [], 'all');
    const rows = has ? await connection.query('SELECT tag FROM migrations', [], 'all') : [];
    return [ok(m.doctor_sqlite_ok({ file })), judgeSchema('sqlite', rows.map(String))];
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
    if (!about) throw new Error('Postgres returned no row');
    const tags = about.has ? (await client.query<{ tag: string }>('SELECT tag FROM migrations')).rows : [];
    const took = Math.round(performance.now() - began);
    return [
      judgeVersion(Number(about.version), took),
      ...(about.reads || !about.makes ? [error(m.doctor_pg_read_only(), m.doctor_pg_read_only_cure())] : []),
      ...(about.encoding === 'UTF8'
        ? []
        : [
            (about.has ? warning : error)(
              m.doctor_pg_encoding({ encoding: about.encoding }),
              m.doctor_pg_encoding_cure(),
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
  const name = String(Math.floor(version / 10_000));
  return version < OLDEST_POSTGRES
    ? warning(m.doctor_pg_old({ version: name }), m.doctor_pg_old_cure())
    : ok(m.doctor_pg_ok({ version: name, ms: tookMs }));
}

function judgeClock(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return Math.abs(skewMs) > SKEW_MS
    ? warning(m.doctor_pg_clock({ seconds }), m.doctor_pg_clock_cure())
    : ok(m.doctor_pg_clock_ok());
}

function judgeSchema(dialect: 'sqlite' | 'postgres', applied: string[]): Finding {
  try {
    const due = dueOf(readMigrations(dialect), new Set(applied));
    if (due.length === 0) return ok(m.doctor_tables_ok());
    return applied.length === 0
      ? ok(m.doctor_tables_new())
      : warning(
          m.doctor_tables_due({ count: due.length }),
          dialect === 'sqlite' ? m.doctor_tables_due_sqlite_cure() : m.doctor_tables_due_cure(),
        );
  } catch (fault) {
    if (fault instanceof NewerSchemaError)
      return error(m.doctor_tables_newer({ tag: fault.tag }), m.doctor_newer_cure());
    throw fault;
  }
}
