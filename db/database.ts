import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** The query builder, typed as Postgres on both databases. */
export type Orm = NodePgDatabase;

/** Every call is answered in time, by DatabaseUnavailableError where need be. */
export interface Database {
  readonly orm: Orm;
  /**
   * Runs body in one transaction: BEGIN IMMEDIATE behind a fair lock on SQLite, serializable with retries on
   * Postgres. Every statement that body awaits through `orm` belongs to it. Body may run again, so it must
   * not touch the network or anything outside the database. Transactions do not nest.
   */
  transact<T>(body: () => Promise<T>): Promise<T>;
  /** Gives what runs in the background, with nobody waiting, more time for each statement. */
  patiently<T>(body: () => Promise<T>): Promise<T>;
  /** Wakes the other processes that use this database; SQLite has none. */
  readonly notifications?: Notifications;
  /**
   * Clears what erased rows left outside of all rows, and gives their space back, without holding up anybody for longer
   * than a call waits.
   */
  clearErased(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface Notifications {
  send(): Promise<void>;
  /** Calls for each notification, from whomever it comes, and after each loss of the line. @returns how to stop */
  listen(heard: () => void): () => Promise<void>;
}
