import pg from 'pg';
import { assertKeepsAllTexts, dueOf, LEDGER, readMigrations } from './migrations.ts';

/** Any fixed number, as long as all nodes use the same one. */
const MIGRATION_LOCK = 7_262_114;

/**
 * Migrates a Postgres database. If several nodes start at once, one migrates while the others wait.
 * @throws NewerSchemaError, TextEncodingError
 */
export async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The call that uses a broken connection also reports the error.
  client.on('error', () => {});
  await client.connect();
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') console.warn(message);
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await assertKeepsAllTexts(client);
    await client.query(LEDGER);
    const { rows } = await client.query<{ tag: string }>('SELECT tag FROM migrations');
    const applied = new Set(rows.map(({ tag }) => tag));
    const due = dueOf(readMigrations('postgres'), applied);
    if (due.length > 0 && applied.size > 0) {
      console.warn(
        `The database is brought up to date, ${due.length} steps. The version before can't read it then: its way back is a backup.`,
      );
    }
    for (const { tag, statements } of due) {
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
