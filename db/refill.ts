import pg from 'pg';
import { formatList } from '../modules/kit/texts/formats.ts';
import { m } from '../modules/kit/texts/m.ts';
import { assertKeepsAllTexts, dueOf, LEDGER, NewerSchemaError, readMigrations } from './migrations.ts';
import { listTables, type PostgresTable, type TableRows } from './snapshot.ts';

/** @throws NewerSchemaError if this program doesn't know one of the migrations */
export function assertKnown(dialect: 'sqlite' | 'postgres', migrations: string[]): void {
  dueOf(readMigrations(dialect), new Set(migrations));
}

/** Fills a Postgres database in one transaction; nothing is visible until `finish`. */
export interface Refill {
  /** Tables must come after those that their foreign keys refer to, as in a snapshot. */
  add(rows: TableRows): Promise<void>;
  finish(): Promise<void>;
  /** Leaves the database unchanged. */
  abort(): Promise<void>;
}

/** True if the current schema of a Postgres database has no tables. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const client = await connect(url);
  try {
    return (await listTables(client)).length === 0;
  } finally {
    await client.end();
  }
}

/** @throws Error if the database has foreign tables */
export async function assertOwnTables(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await ownTables(client);
  } finally {
    await client.end();
  }
}

/** Our existing tables. @throws Error if there are others */
async function ownTables(client: pg.Client): Promise<string[]> {
  const own = new Set([...madeBy(/CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi), 'migrations']);
  const tables = (await listTables(client)).map(({ table }) => table);
  const foreign = tables.filter((name) => !own.has(name));
  if (foreign.length > 0) throw new Error(m.backup_foreign_tables({ tables: formatList(foreign, 'unit') }));
  return tables;
}

/** Names created by our migrations. */
const madeBy = (pattern: RegExp): string[] =>
  readMigrations('postgres').flatMap(({ statements }) =>
    statements.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  );

async function dropOwnTables(client: pg.Client): Promise<void> {
  const names = (await ownTables(client)).map((name) => client.escapeIdentifier(name));
  if (names.length > 0) await client.query(`DROP TABLE ${names} CASCADE`);
  for (const name of madeBy(/CREATE FUNCTION (\w+)/gi))
    await client.query(`DROP FUNCTION IF EXISTS ${client.escapeIdentifier(name)} CASCADE`);
}

/**
 * Creates the schema as of these migrations in an empty database and prepares it for rows.
 * @param replaces first drops existing tables, in the same transaction
 * @throws NewerSchemaError, TextEncodingError
 */
export async function refillPostgres(
  url: string,
  migrations: string[],
  { replaces = false } = {},
): Promise<Refill> {
  const client = await connect(url);
  try {
    await assertKeepsAllTexts(client);
    await client.query('BEGIN');
    if (replaces) await dropOwnTables(client);
    await client.query(LEDGER);
    for (const tag of migrations) {
      const migration = readMigrations('postgres', tag).at(-1);
      if (!migration) throw new NewerSchemaError(tag);
      for (const statement of migration.statements) await client.query(statement);
    }
    const tables = new Map((await listTables(client)).map((one) => [one.table, one]));
    const names = [...tables.keys()].map((name) => client.escapeIdentifier(name));
    // The rows include counts that triggers maintain, and migrations may have inserted rows.
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${names}`);
    return {
      add: (rows) => insert(client, tables.get(rows.table), rows),

      async finish() {
        for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
        await client.query('COMMIT');
        await client.query('ANALYZE');
        await client.end();
      },

      async abort() {
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function insert(
  client: pg.Client,
  known: PostgresTable | undefined,
  { table, columns, rows }: TableRows,
): Promise<void> {
  const types = new Map(known?.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((column, at) => {
    const type = types.get(column);
    if (!type) throw new Error(m.backup_unknown_column({ column: `${table}.${column}` }));
    return `(row ->> ${at})::${type}`;
  });
  if (rows.length === 0) return;
  const names = columns.map((column) => client.escapeIdentifier(column));
  await client.query(
    `INSERT INTO ${client.escapeIdentifier(table)} (${names}) SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS row`,
    [JSON.stringify(rows)],
  );
}
