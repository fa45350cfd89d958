/**
 * Worker thread that owns one SQLite connection at a time. Statements arrive as messages and are answered in order, so
 * neither an fsync nor a slow query blocks the thread that relays frames.
 */
import { parentPort } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** Opens a connection. Only a failure is answered, with a null id. */
export interface SqliteOpening {
  file: string;
  readonly: boolean;
}

export interface SqliteRequest {
  id: number;
  sql: string;
  params: unknown[];
  /** `exec` runs several statements and returns no rows. */
  method: 'run' | 'all' | 'values' | 'get' | 'exec';
}

/** `closed` is the last message of a connection. */
export type SqliteAnswer = 'closed' | SqliteResult;

interface SqliteResult {
  /** The request's id; null if the connection failed to open. */
  id: number | null;
  /** Rows as arrays in column order. */
  rows?: unknown[][];
  error?: { message: string; code: string | undefined };
}

const STATEMENTS_KEPT = 500;
/** SQLite's value for `auto_vacuum = INCREMENTAL`. */
const INCREMENTAL = 2;

const port = parentPort;
if (!port) throw new Error('sqlite-thread.ts runs as a worker thread only');

let database: Sqlite.Database | null = null;
const statements = new Map<string, Sqlite.Statement>();

function open({ file, readonly }: SqliteOpening): Sqlite.Database {
  const opened = new Sqlite(file, { readonly });
  try {
    prepare(opened);
  } catch (error) {
    // The thread will be reused.
    opened.close();
    throw error;
  }
  return opened;
}

function prepare(opened: Sqlite.Database): void {
  opened.pragma('busy_timeout = 3000');
  opened.pragma('cache_size = -32000');
  if (!opened.readonly) {
    // Takes effect in a new file, or at the next VACUUM of an old one.
    if (opened.pragma('auto_vacuum', { simple: true }) !== INCREMENTAL)
      opened.pragma(`auto_vacuum = ${INCREMENTAL}`);
    opened.pragma('secure_delete = ON');
    opened.pragma('journal_mode = WAL');
    opened.pragma('synchronous = FULL');
    opened.pragma('foreign_keys = ON');
  }
  // Migrations up to 0014 use it.
  opened.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string'
      ? text
          .normalize('NFKD')
          .replace(/\p{M}+/gu, '')
          .toLowerCase()
      : null,
  );
}

function close(): void {
  statements.clear();
  database?.close();
  database = null;
}

function prepared(opened: Sqlite.Database, sql: string): Sqlite.Statement {
  const known = statements.get(sql);
  if (known) return known;
  const statement = opened.prepare(sql);
  if (statements.size >= STATEMENTS_KEPT) statements.delete(statements.keys().next().value ?? '');
  statements.set(sql, statement);
  return statement;
}

function answer({ sql, params, method }: SqliteRequest): unknown[][] {
  if (!database) throw new Error('no database is open');
  if (method === 'exec') {
    database.exec(sql);
    return [];
  }
  const statement = prepared(database, sql);
  if (!statement.reader) {
    statement.run(...params);
    return [];
  }
  return statement.raw(true).all(...params) as unknown[][];
}

port.on('message', (message: SqliteOpening | SqliteRequest | 'close') => {
  if (message === 'close') {
    close();
    port.postMessage('closed' satisfies SqliteAnswer);
    return;
  }
  try {
    if ('id' in message) port.postMessage({ id: message.id, rows: answer(message) } satisfies SqliteAnswer);
    else database = open(message);
  } catch (error) {
    const { message: words, code } = error as Error & { code?: string };
    const id = 'id' in message ? message.id : null;
    port.postMessage({ id, error: { message: words, code } } satisfies SqliteAnswer);
  }
});
