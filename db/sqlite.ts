import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import {
  ANSWERS_TIMEOUT_MS,
  DatabaseUnavailableError,
  PATIENT_MS,
  withinLimit,
} from '../modules/kit/unavailable.ts';
import type { Database, Orm } from './database.ts';
import { clearErasedBytes } from './erased-bytes.ts';
import { createFairLock } from './fair-lock.ts';
import { connectSqlite, type SqliteConnection, SqliteError } from './sqlite-connection.ts';
import { openReaders } from './sqlite-readers.ts';

/**
 * A database on a SQLite file, with one connection that writes and a few that read. Reads outside a transaction never
 * wait for a writer (WAL) and see everything acknowledged before.
 * @param writer an open connection to the file; closed together with the database
 */
export async function openSqlite(file: string, writer: SqliteConnection): Promise<Database> {
  const readers = await openReaders(() => connectSqlite({ file, readonly: true }));
  const acquire = createFairLock();
  const transaction = new AsyncLocalStorage<{ open: boolean }>();
  const patience = new AsyncLocalStorage<true>();
  const limit = () => (patience.getStore() ? PATIENT_MS : ANSWERS_TIMEOUT_MS);

  const orm = drizzle(async (sql, params, method) => {
    const own = transaction.getStore();
    if (own) {
      if (!own.open) throw new Error('a statement was issued after its transaction had ended');
      return { rows: await named(withinLimit(writer.query(sql, params, method), limit())) };
    }
    if (/^\s*select\b/i.test(sql)) return { rows: await named(readers.query(limit(), sql, params, method)) };
    const began = performance.now();
    const release = await acquire(limit());
    // A statement that timed out for its caller still runs to its end, and the next one must wait for it.
    const written = writer.query(sql, params, method).finally(release);
    return { rows: await named(withinLimit(written, limit() - (performance.now() - began))) };
  });

  return {
    // Both builders generate the same calls for what the stores use; tables have the same names.
    orm: orm as unknown as Orm,
    async transact(body) {
      if (transaction.getStore()) throw new Error('transactions do not nest');
      const release = await acquire(limit());
      const own = { open: true };
      /** Settles when the database has finished the transaction, possibly after the caller got its answer. */
      let over: Promise<unknown> = Promise.resolve();
      const end = (statement: string) => {
        const ended = writer.query(statement, [], 'run');
        over = ended;
        return ended;
      };
      try {
        await named(withinLimit(writer.query('BEGIN IMMEDIATE', [], 'run'), limit()));
        const result = await transaction.run(own, body);
        await named(withinLimit(end('COMMIT'), limit()));
        return result;
      } catch (error) {
        // After a late but successful COMMIT there is nothing to roll back, so ignore that error.
        end('ROLLBACK').catch(() => {});
        throw error;
      } finally {
        own.open = false;
        void over.then(release, release);
      }
    },
    patiently: (body) => patience.run(true, body),
    clearErased: (signal) => clearErasedBytes(writer, acquire, signal),
    async close() {
      // The last connection to close checkpoints the log, which a reader can't do.
      await readers.close();
      await writer.close();
    },
  };
}

/** Reports all errors of a busy database as DatabaseUnavailableError; invalid statements fail as they are. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const busy = error instanceof SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code ?? '');
    throw busy ? new DatabaseUnavailableError(error) : error;
  }
}
