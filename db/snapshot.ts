import pg from 'pg';
import { connectSqlite, SqliteError } from './sqlite-connection.ts';

/** Rows fetched at a time, and the approximate length of the chunks passed on. */
const ROWS_AT_ONCE = 200;
const PIECE_CHARACTERS = 4_000_000;

/** Some rows of a table: each value in Postgres's text form, or null, in column order. */
export interface TableRows {
  table: string;
  columns: string[];
  rows: (string | null)[][];
}

/**
 * Copies a consistent snapshot of a SQLite database into a new file, while others read and write.
 * @returns the applied migrations
 * @throws SqliteError if the database is damaged
 */
export async function copySqlite(file: string, target: string): Promise<string[]> {
  const source = connectSqlite({ file, readonly: true });
  try {
    await source.query('VACUUM INTO ?', [target], 'run');
  } finally {
    await source.close();
  }
  const copy = connectSqlite({ file: target, readonly: true });
  try {
    const [[verdict] = []] = await copy.query('PRAGMA quick_check(1)', [], 'all');
    if (verdict !== 'ok') throw new SqliteError(String(verdict), 'SQLITE_CORRUPT');
    return (await copy.query('SELECT tag FROM migrations ORDER BY tag', [], 'all')).map(([tag]) =>
      String(tag),
    );
  } finally {
    await copy.close();
  }
}

/** A consistent snapshot of a Postgres database; excludes rows stored later. */
export interface PostgresSnapshot {
  migrations: string[];
  tables(): AsyncGenerator<TableRows>;
  close(): Promise<void>;
}

export async function openPostgresSnapshot(url: string): Promise<PostgresSnapshot> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  const close = async () => {
    await client.end();
  };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ tag: string }>('SELECT tag FROM migrations ORDER BY tag');
    return { migrations: rows.map(({ tag }) => tag), tables: () => readTables(client), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* readTables(client: pg.Client): AsyncGenerator<TableRows> {
  for (const { table, columns } of await listTables(client)) {
    const texts = columns.map((column) => `${client.escapeIdentifier(column.name)}::text`);
    await client.query(
      `DECLARE reading NO SCROLL CURSOR FOR SELECT to_json(ARRAY[${texts}])::text AS row FROM ${client.escapeIdentifier(table)}`,
    );
    const names = columns.map(({ name }) => name);
    let rows: (string | null)[][] = [];
    let length = 0;
    while (true) {
      const read = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM reading`);
      for (const { row } of read.rows) {
        rows.push(JSON.parse(row));
        length += row.length;
      }
      const isLast = read.rows.length < ROWS_AT_ONCE;
      if (length > PIECE_CHARACTERS || isLast) {
        yield { table, columns: names, rows };
        rows = [];
        length = 0;
      }
      if (isLast) break;
    }
    await client.query('CLOSE reading');
  }
}

export interface PostgresTable {
  table: string;
  columns: { name: string; type: string }[];
}

/** Tables of the current schema with their columns; each table after those that its foreign keys refer to. */
export async function listTables(client: pg.Client): Promise<PostgresTable[]> {
  const { rows } = await client.query<PostgresTable & { needs: string[] }>(`
    SELECT c.relname AS "table",
      (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
      (SELECT coalesce(json_agg(p.relname), '[]') FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND p.oid <> c.oid) AS needs
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname`);
  const sorted: PostgresTable[] = [];
  const waiting = new Map(rows.map((row) => [row.table, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (ready.length === 0) throw new Error('tables name each other by foreign keys in a circle');
    for (const { table, columns } of ready) {
      waiting.delete(table);
      sorted.push({ table, columns });
    }
  }
  return sorted;
}
