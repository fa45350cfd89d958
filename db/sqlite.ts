import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import type { Database, Orm } from './open.ts';
import { connectSqlite } from './sqlite-connection.ts';

/** First come, first served; the holder is whoever got the release function last. */
function createFairLock() {
  let tail: Promise<void> = Promise.resolve();
  return async function acquire(): Promise<() => void> {
    const before = tail;
    let release = () => {};
    tail = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  };
}

/**
 * Opens a SQLite file: one connection that writes, one that reads. Reads outside a transaction never wait for
 * a writer (WAL) and see everything that was acknowledged before.
 */
export function openSqlite(file: string): Database {
  const writer = connectSqlite({ file, readonly: false });
  const reader = connectSqlite({ file, readonly: true });
  const acquire = createFairLock();
  const transaction = new AsyncLocalStorage<{ open: boolean }>();

  const orm = drizzle(async (sql, params, method) => {
    const own = transaction.getStore();
    if (own) {
      if (!own.open) throw new Error('a statement was issued after its transaction had ended');
      return { rows: await writer.query(sql, params, method) };
    }
    if (/^\s*select\b/i.test(sql)) return { rows: await reader.query(sql, params, method) };
    const release = await acquire();
    try {
      return { rows: await writer.query(sql, params, method) };
    } finally {
      release();
    }
  });

  return {
    // Both builders make the same calls for what the stores use; tables are declared with the same names.
    orm: orm as unknown as Orm,
    async transact(body) {
      if (transaction.getStore()) throw new Error('transactions do not nest');
      const release = await acquire();
      const own = { open: true };
      try {
        await writer.query('BEGIN IMMEDIATE', [], 'run');
        try {
          const result = await transaction.run(own, body);
          await writer.query('COMMIT', [], 'run');
          return result;
        } catch (error) {
          await writer.query('ROLLBACK', [], 'run').catch(() => {});
          throw error;
        }
      } finally {
        own.open = false;
        release();
      }
    },
    async close() {
      // The last one to close brings what lies in the log into the file, which a reader can't.
      await reader.close();
      await writer.close();
    },
  };
}
