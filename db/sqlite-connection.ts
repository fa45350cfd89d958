import { Worker } from 'node:worker_threads';
import { requireDescriptors } from '../modules/kit/http/descriptors.ts';
import { DatabaseUnavailableError } from '../modules/kit/unavailable.ts';
import type { SqliteAnswer, SqliteOpening, SqliteRequest } from './sqlite-thread.ts';

/** A SQLite error, rebuilt on the calling side; `code` is SQLite's own, such as SQLITE_CONSTRAINT_UNIQUE. */
export class SqliteError extends Error {
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

export type SqliteConnection = ReturnType<typeof connectSqlite>;

/** Threads to reuse after their connection was closed: starting one takes longer than most statements. */
const idle: Worker[] = [];
const MAX_IDLE = 4;

/** Opens a connection in its own thread. */
export function connectSqlite(opening: SqliteOpening) {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  const waiting = new Map<number, { resolve(rows: unknown[][]): void; reject(error: Error): void }>();
  const closed = Promise.withResolvers<void>();
  let lastId = 0;
  let broken: Error | null = null;
  let isClosing = false;

  const fail = (error: Error) => {
    broken ??= error;
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  const onExit = () => {
    fail(new Error('the SQLite thread has ended'));
    closed.resolve();
  };
  const onMessage = (answer: SqliteAnswer) => {
    if (answer === 'closed') {
      thread.off('message', onMessage).off('error', fail).off('exit', onExit);
      retire(thread);
      closed.resolve();
      return;
    }
    const { id, rows, error } = answer;
    if (id === null) {
      // Not a SqliteError, because those leave the connection usable, and here none was opened.
      fail(Object.assign(new Error(error?.message), { code: error?.code }));
      return;
    }
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new SqliteError(error.message, error.code));
    else call?.resolve(rows ?? []);
  };
  thread.on('message', onMessage).on('error', fail).on('exit', onExit);
  thread.postMessage(opening);

  return {
    query(sql: string, params: unknown[], method: SqliteRequest['method']): Promise<unknown[][]> {
      if (broken) return Promise.reject(broken);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, sql, params, method } satisfies SqliteRequest);
      });
    },
    close(): Promise<void> {
      // Send only once: the thread may soon serve another connection.
      if (!isClosing) thread.postMessage('close');
      isClosing = true;
      broken ??= new Error('the connection is closed');
      return closed.promise;
    },
  };
}

/** @throws DatabaseUnavailableError if too few file descriptors are left */
function startThread(): Worker {
  try {
    requireDescriptors();
  } catch (error) {
    throw new DatabaseUnavailableError(error);
  }
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url));
  // Drop threads that exit while idle.
  thread.on('error', () => {});
  thread.on('exit', () => {
    const place = idle.indexOf(thread);
    if (place >= 0) idle.splice(place, 1);
  });
  return thread;
}

/** Keeps an unused thread for the next connection, without keeping the process alive. */
function retire(thread: Worker): void {
  thread.unref();
  if (idle.length < MAX_IDLE) idle.push(thread);
  else void thread.terminate();
}
