/**
 * The thread that owns one SQLite connection. Statements come as messages and are answered in order, so that
 * neither an fsync nor a slow query ever holds the thread that forwards pictures.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

export interface SqliteThreadOptions {
  file: string;
  readonly: boolean;
}

export interface SqliteRequest {
  id: number;
  sql: string;
  params: unknown[];
  /** `exec` runs several statements and answers no rows */
  method: 'run' | 'all' | 'values' | 'get' | 'exec';
}

export interface SqliteAnswer {
  id: number;
  /** rows as arrays in column order */
  rows?: unknown[][];
  error?: { message: string; code: string | undefined };
}

const STATEMENTS_KEPT = 500;

const { file, readonly } = workerData as SqliteThreadOptions;
const port = parentPort;
if (!port) throw new Error('sqlite-thread.ts runs as a worker thread only');

const database = open();

function open(): Sqlite.Database {
  const opened = new Sqlite(file, { readonly });
  opened.pragma('busy_timeout = 3000');
  opened.pragma('cache_size = -32000');
  if (!readonly) {
    opened.pragma('journal_mode = WAL');
    opened.pragma('synchronous = FULL');
    opened.pragma('foreign_keys = ON');
  }
  // SQLite's own lower() knows ASCII only.
  opened.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string'
      ? text
          .normalize('NFKD')
          .replace(/\p{M}+/gu, '')
          .toLowerCase()
      : null,
  );
  return opened;
}

const statements = new Map<string, Sqlite.Statement>();

function prepared(sql: string): Sqlite.Statement {
  const known = statements.get(sql);
  if (known) return known;
  const statement = database.prepare(sql);
  if (statements.size >= STATEMENTS_KEPT) statements.delete(statements.keys().next().value ?? '');
  statements.set(sql, statement);
  return statement;
}

function answer({ sql, params, method }: SqliteRequest): unknown[][] {
  if (method === 'exec') {
    database.exec(sql);
    return [];
  }
  const statement = prepared(sql);
  if (!statement.reader) {
    statement.run(...params);
    return [];
  }
  return statement.raw(true).all(...params) as unknown[][];
}

port.on('message', (request: SqliteRequest | 'close') => {
  if (request === 'close') {
    database.close();
    port.close();
    return;
  }
  try {
    port.postMessage({ id: request.id, rows: answer(request) } satisfies SqliteAnswer);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    port.postMessage({ id: request.id, error: { message, code } } satisfies SqliteAnswer);
  }
});
