import { isUnavailable, withinLimit } from '../modules/kit/unavailable.ts';
import { type SqliteConnection, SqliteError } from './sqlite-connection.ts';
import type { SqliteRequest } from './sqlite-thread.ts';

const MAX_READERS = 4;
/** After this wait a new thread is started; most statements finish sooner than a thread starts. */
const GROW_AFTER_MS = 10;
const GROW_AGAIN_MS = 250;

type Query = SqliteConnection['query'];

interface Turn {
  resolve(reader: SqliteConnection): void;
  reject(error: unknown): void;
}

/**
 * A pool of reading connections, each with one statement at a time, so that a slow statement blocks no others. A
 * statement can't be interrupted: on a timeout its connection is abandoned, closes when the statement ends, and is
 * replaced.
 * @throws the first connection's error if it can't be opened
 */
export async function openReaders(connect: () => SqliteConnection) {
  const idle: SqliteConnection[] = [];
  const waiting: Turn[] = [];
  /** All live threads, including abandoned ones. */
  let alive = 0;
  const all = new Set<SqliteConnection>();

  /**
   * A reader joins the pool once its thread has started. On a busy machine that takes seconds, and meanwhile another
   * reader may serve the statement.
   */
  async function open(): Promise<void> {
    const reader = connect();
    alive += 1;
    all.add(reader);
    try {
      await reader.query('select 1', [], 'all');
    } catch (error) {
      all.delete(reader);
      void reader.close().finally(() => (alive -= 1));
      throw error;
    }
    giveBack(reader);
  }

  /** Adds a reader if anyone is waiting; if no thread can be started, retries while they wait. */
  function grow(): void {
    if (waiting.length === 0) return;
    open().catch((error) => {
      if (!isUnavailable(error)) waiting.shift()?.reject(error);
      setTimeout(grow, GROW_AGAIN_MS).unref();
    });
  }

  function giveBack(reader: SqliteConnection): void {
    const next = waiting.shift();
    if (next) next.resolve(reader);
    else idle.push(reader);
  }

  function giveUp(reader: SqliteConnection): void {
    all.delete(reader);
    void reader.close().finally(() => {
      alive -= 1;
      // Waiting statements may have no other reader to serve them.
      grow();
    });
  }

  async function take(limitMs: number): Promise<SqliteConnection> {
    const free = idle.pop();
    if (free) return free;
    const { promise: reader, ...turn } = Promise.withResolvers<SqliteConnection>();
    waiting.push(turn);
    const growing = setTimeout(() => {
      if (waiting.includes(turn) && alive < MAX_READERS) grow();
    }, GROW_AFTER_MS);
    try {
      return await withinLimit(reader, limitMs);
    } catch (error) {
      const place = waiting.indexOf(turn);
      if (place >= 0) waiting.splice(place, 1);
      throw error;
    } finally {
      clearTimeout(growing);
    }
  }

  await open();
  return {
    async query(
      limitMs: number,
      sql: string,
      params: unknown[],
      method: SqliteRequest['method'],
    ): ReturnType<Query> {
      const began = performance.now();
      const reader = await take(limitMs);
      const answer = reader.query(sql, params, method);
      try {
        const rows = await withinLimit(answer, Math.max(1, limitMs - (performance.now() - began)));
        giveBack(reader);
        return rows;
      } catch (error) {
        // A SqliteError leaves the connection usable; a late or dead thread doesn't.
        if (error instanceof SqliteError) giveBack(reader);
        else giveUp(reader);
        throw error;
      }
    },
    async close(): Promise<void> {
      await Promise.all([...all].map((reader) => reader.close()));
    },
  };
}
