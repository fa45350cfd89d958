import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './open.ts';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** With serializable isolation the loser of a conflict simply runs again. */
const ATTEMPTS = 40;
const RETRIED = new Set(['40001', '40P01']);

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced by the pool at its next use; unheard, it would end the process.
  pool.on('error', () => {});
  const transaction = new AsyncLocalStorage<{ client: pg.PoolClient | null }>();

  // drizzle needs only query(): statements inside a transaction go to its client, all others to the pool.
  const route = {
    query(...args: Parameters<pg.Pool['query']>) {
      const own = transaction.getStore();
      if (!own) return pool.query(...args);
      if (!own.client) throw new Error('a statement was issued after its transaction had ended');
      return own.client.query(...args);
    },
  };

  return {
    orm: drizzle(route as unknown as pg.Pool),
    async transact(body) {
      if (transaction.getStore()) throw new Error('transactions do not nest');
      for (let attempt = 1; ; attempt++) {
        const client = await pool.connect();
        const own: { client: pg.PoolClient | null } = { client };
        let broken: Error | undefined;
        try {
          await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
          const result = await transaction.run(own, body);
          await client.query('COMMIT');
          return result;
        } catch (error) {
          await client.query('ROLLBACK').catch((fault: Error) => {
            broken = fault;
          });
          if (attempt >= ATTEMPTS || !RETRIED.has(sqlState(error))) throw error;
        } finally {
          own.client = null;
          client.release(broken);
        }
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100, 4 * attempt)));
      }
    },
    async close() {
      await pool.end();
    },
  };
}

/** The SQLSTATE of an error, also where drizzle has wrapped it. */
function sqlState(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string') return code;
  }
  return '';
}
