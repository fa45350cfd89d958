import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { openDatabase } from '../db/open.ts';

/** rows per statement and step; small to limit the memory for arrays */
const BATCH = 5_000;

export interface BulkInsert {
  insert<Table extends PgTable>(into: Table, rows: Table['$inferInsert'][]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a migrated database for inserting more rows than the program would ever write at once.
 * @param rebuildIndexesOf tables whose indexes are dropped now and rebuilt at the end
 */
export async function openBulkInsert(
  settings: { DATA_DIR: string; DATABASE_URL: string | undefined },
  rebuildIndexesOf: PgTable[],
): Promise<BulkInsert> {
  await (await openDatabase(settings)).close();
  const names = rebuildIndexesOf.map(getTableName);
  return settings.DATABASE_URL
    ? openPostgres(settings.DATABASE_URL, names)
    : openSqlite(join(settings.DATA_DIR, 'reverie.sqlite'), names);
}

function openSqlite(file: string, rebuilt: string[]): BulkInsert {
  const database = new Sqlite(file);
  database.pragma('busy_timeout = 10000');
  database.pragma('cache_size = -512000');
  const indexes = rebuilt.flatMap(
    (table) =>
      database
        .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL")
        .all(table) as { name: string; sql: string }[],
  );
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  return {
    async insert(into, rows) {
      const { columns, valuesOf } = describe(into);
      const statement = database.prepare(
        `INSERT INTO ${getTableName(into)} (${columns}) VALUES (${valuesOf({}).map(() => '?')})`,
      );
      database.transaction(() => {
        for (const row of rows)
          statement.run(
            ...valuesOf(row).map((value) => (typeof value === 'boolean' ? Number(value) : value)),
          );
      })();
    },
    async close() {
      for (const { sql } of indexes) database.exec(sql);
      database.close();
    },
  };
}

async function openPostgres(url: string, rebuilt: string[]): Promise<BulkInsert> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY($1)
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [rebuilt],
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  return {
    async insert(into, rows) {
      const { columns, types, valuesOf } = describe(into);
      for (let at = 0; at < rows.length; at += BATCH) {
        const lists: unknown[][] = types.map(() => []);
        for (const row of rows.slice(at, at + BATCH)) {
          for (const [index, value] of valuesOf(row).entries()) lists[index]?.push(value);
        }
        const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
        await client.query(
          `INSERT INTO ${getTableName(into)} (${columns}) SELECT * FROM unnest(${arrays})`,
          lists,
        );
      }
    },
    async close() {
      for (const { indexdef } of indexes) await client.query(indexdef);
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  };
}

/** SQL for a table's columns, and a row's values as the driver accepts them. */
function describe(table: PgTable) {
  const columns = Object.entries(getTableColumns(table));
  return {
    columns: columns.map(([, { name }]) => `"${name}"`).join(', '),
    types: columns.map(([, column]) => column.getSQLType()),
    valuesOf: (row: Record<string, unknown>) =>
      columns.map(([key, column]) => {
        const value = row[key] ?? column.default ?? null;
        return value === null ? null : column.mapToDriverValue(value);
      }),
  };
}
