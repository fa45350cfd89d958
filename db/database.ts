import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** The query builder, typed as Postgres on both databases. */
export type Orm = NodePgDatabase;

/** Every call settles in time, if necessary with DatabaseUnavailableError. */
export interface Database {
  readonly orm: Orm;
  /**
   * Runs `body` in a transaction: BEGIN IMMEDIATE behind a fair lock on SQLite, serializable with retries on Postgres.
   * Includes every statement that `body` awaits through `orm`. `body` may run more than once, so it must not touch the
   * network or any state outside the database. Transactions don't nest.
   */
  transact<T>(body: () => Promise<T>): Promise<T>;
  /** Gives each statement of background work more time, because nobody is waiting. */
  patiently<T>(body: () => Promise<T>): Promise<T>;
  /** Wakes other processes that use this database; absent on SQLite. */
  readonly notifications?: Notifications;
  /**
   * Erases remnants of deleted rows and frees their space, without blocking anyone for longer than a statement may
   * wait.
   */
  clearErased(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface Notifications {
  send(): Promise<void>;
  /**
   * Calls `heard` on every notification, including our own, and after every reconnect. @returns a function that stops
   * listening
   */
  listen(heard: () => void): () => Promise<void>;
}
