import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { errorCodes } from '../modules/kit/causes.ts';
import {
  ANSWERS_TIMEOUT_MS,
  DatabaseUnavailableError,
  isUnavailable,
  PATIENT_MS,
} from '../modules/kit/unavailable.ts';
import type { Database } from './database.ts';
import { listenForNotifications, NOTIFICATIONS } from './listen.postgres.ts';

const POOL_SIZE = 10;
/** Background work has its own connections, so that requests don't wait for it. */
const PATIENT_POOL_SIZE = 4;
/** Postgres times out slightly before we do: its error leaves the connection usable, our timeout doesn't. */
const SERVER_HEADSTART_MS = 250;
/** A process stuck in a transaction must not hold its locks forever. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** With serializable isolation, the loser of a conflict simply retries. */
const ATTEMPTS = 40;
/** The first Postgres version (18) that can drop statistics. */
const NEW_ENOUGH_TO_CLEAR = 180_000;
/** Pause of a vacuum after each bit of work, so that it slows nobody down. */
const VACUUM_REST_MS = 2;
const RETRIED = new Set(['40001', '40P01']);

export function openPostgres(url: string): Database {
  const quick = openPool(url, POOL_SIZE, ANSWERS_TIMEOUT_MS);
  const patient = openPool(url, PATIENT_POOL_SIZE, PATIENT_MS);
  const patience = new AsyncLocalStorage<true>();
  const transaction = new AsyncLocalStorage<{ client: pg.PoolClient | null }>();
  const pool = () => (patience.getStore() ? patient : quick);

  // drizzle only needs query(): statements in a transaction go to its client, all others to the pool.
  const route = {
    query(statement: pg.QueryConfig, values: unknown[]) {
      const own = transaction.getStore();
      if (!own) return named(pool().query(statement, values));
      if (!own.client) throw new Error('a statement was issued after its transaction had ended');
      return named(own.client.query(statement, values));
    },
  };

  return {
    orm: drizzle(route as unknown as pg.Pool),
    async transact(body) {
      if (transaction.getStore()) throw new Error('transactions do not nest');
      const began = performance.now();
      const limit = patience.getStore() ? PATIENT_MS : ANSWERS_TIMEOUT_MS;
      for (let attempt = 1; ; attempt++) {
        const outcome = await attemptOnce(await named(pool().connect()), transaction, body);
        if ('result' in outcome) return outcome.result;
        const { error } = outcome;
        if (!RETRIED.has(sqlState(error))) throw error;
        if (attempt >= ATTEMPTS || performance.now() - began > limit)
          throw new DatabaseUnavailableError(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100, 4 * attempt)));
      }
    },
    patiently: (body) => patience.run(true, body),
    notifications: {
      async send() {
        await named(quick.query(`NOTIFY ${NOTIFICATIONS}`));
      },
      listen: (heard) => listenForNotifications(url, heard),
    },
    clearErased: (signal) => vacuumErased(url, signal),
    async close() {
      await Promise.all([quick.end(), patient.end()]);
    },
  };
}

/**
 * Vacuums every table (autovacuum would wait until a fifth of it has changed) and refreshes statistics, which may
 * contain values of erased rows.
 */
async function vacuumErased(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`SET vacuum_cost_delay = ${VACUUM_REST_MS}`);
    const { rows } = await client.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
    );
    for (const { name } of rows) {
      signal.throwIfAborted();
      await client.query(`VACUUM (ANALYZE) ${client.escapeIdentifier(name)}`);
    }
    await clearEmptyStatistics(
      client,
      rows.map(({ name }) => name),
    );
  } finally {
    await client.end();
  }
}

/** ANALYZE skips empty tables and leaves their old statistics, which only Postgres 18 and later can drop. */
async function clearEmptyStatistics(client: pg.Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  if (Number(rows[0]?.server_version_num) < NEW_ENOUGH_TO_CLEAR) return;
  for (const name of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount === 0)
      await client.query(
        `SELECT pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, false)
          FROM pg_stats WHERE schemaname = current_schema() AND tablename = $1`,
        [name],
      );
  }
}

function openPool(url: string, size: number, limitMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    statement_timeout: limitMs - SERVER_HEADSTART_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  });
  // The call that uses a broken connection reports the error, and the pool replaces it. Without listeners, an error
  // event on an idle connection, or between two statements, would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function attemptOnce<T>(
  client: pg.PoolClient,
  transaction: AsyncLocalStorage<{ client: pg.PoolClient | null }>,
  body: () => Promise<T>,
): Promise<{ result: T } | { error: unknown }> {
  const own: { client: pg.PoolClient | null } = { client };
  let broken: Error | undefined;
  try {
    await named(client.query('BEGIN ISOLATION LEVEL SERIALIZABLE'));
    const result = await transaction.run(own, body);
    await named(client.query('COMMIT'));
    return { result };
  } catch (error) {
    // An unresponsive connection is dropped, which rolls back; a ROLLBACK would only wait again.
    if (isUnavailable(error)) broken = error instanceof Error ? error : new Error(String(error));
    else {
      await client.query('ROLLBACK').catch((fault: Error) => {
        broken = fault;
      });
    }
    return { error };
  } finally {
    own.client = null;
    client.release(broken);
  }
}

/**
 * Reports all errors of an unreachable or slow database as DatabaseUnavailableError; invalid statements fail as they
 * are.
 */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw UNAVAILABLE.has(sqlState(error)) || isBroken(error) ? new DatabaseUnavailableError(error) : error;
  }
}

const UNAVAILABLE = new Set([
  // Network errors.
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  // The server is stopping, starting, a read-only replica, out of connections, or too slow.
  ...[
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '25006',
    '25P03',
    '53300',
    '55P03',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
  ],
]);

/** The driver's own connection errors have no code. */
const isBroken = (error: unknown) =>
  sqlState(error) === '' &&
  /timeout|terminated|not queryable|connection error/i.test(error instanceof Error ? error.message : '');

/** The SQLSTATE of an error, even if drizzle has wrapped it. */
function sqlState(error: unknown): string {
  return errorCodes(error).find((code) => typeof code === 'string') ?? '';
}
