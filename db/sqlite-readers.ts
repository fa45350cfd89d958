import { isUnavailable, withinLimit } from '../src/kit/unavailable.ts';
import { type SqliteConnection, SqliteError } from './sqlite-connection.ts';
import type { SqliteRequest } from './sqlite-thread.ts';

/** Threads that read, at most. */
const MAX_READERS = 4;
/** A statement that waits so long for its turn gets a thread of its own: most are over sooner than one has started. */
const GROW_AFTER_MS = 10;
const GROW_AGAIN_MS = 250;

type Query = SqliteConnection['query'];

interface Turn {
  resolve(reader: SqliteConnection): void;
  reject(error: unknown): void;
}

/**
 * Connections that read, one statement at a time each, so that a slow one holds up none beside it. A statement
 * that takes too long can't be broken off: its connection is given up, ends when the statement does, and another
 * takes its place.
 * @throws what the first connection says where it can't be opened
 */
export async function openReaders(connect: () => SqliteConnection) {
  const idle: SqliteConnection[] = [];
  const waiting: Turn[] = [];
  /** all threads that are alive, those given up included */
  let alive = 0;
  const all = new Set<SqliteConnection>();

  /**
   * A thread serves once it has started: on a busy machine that takes seconds, in which the statement might be
   * over on another one.
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

  /** Opens one for those who wait; where there is no thread to be had, it tries again while they do. */
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
      // Those who wait have nobody else to wake them.
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
        // SQLite's word leaves the connection in order; a thread that is late or has ended does not.
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
