import { Worker } from 'node:worker_threads';
import type { SqliteAnswer, SqliteRequest, SqliteThreadOptions } from './sqlite-thread.ts';

/** A SQLite error as the calling side sees it; code is SQLite's own, e.g. SQLITE_CONSTRAINT_UNIQUE. */
export class SqliteError extends Error {
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

export interface SqliteConnection {
  query(sql: string, params: unknown[], method: SqliteRequest['method']): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** Opens a connection in a thread of its own. */
export function connectSqlite(options: SqliteThreadOptions): SqliteConnection {
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: options });
  const waiting = new Map<number, { resolve(rows: unknown[][]): void; reject(error: Error): void }>();
  let lastId = 0;
  let broken: Error | null = null;

  thread.on('message', ({ id, rows, error }: SqliteAnswer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new SqliteError(error.message, error.code));
    else call?.resolve(rows ?? []);
  });
  const fail = (error: Error) => {
    broken = error;
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('the SQLite thread has ended')));

  return {
    query(sql, params, method) {
      if (broken) return Promise.reject(broken);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, sql, params, method } satisfies SqliteRequest);
      });
    },
    close() {
      if (broken) return Promise.resolve();
      return new Promise((resolve) => {
        thread.once('exit', () => resolve());
        thread.postMessage('close');
      });
    },
  };
}
