import { utcText } from './clock.ts';

/** A file in a person's data download. */
export interface PersonalFile {
  /** Path inside the archive. */
  name: string;
  content: string | ReadableStream<Uint8Array>;
  /** In ms since the epoch. */
  modifiedAt?: number;
}

/** The data that a module stores about people, for data downloads and account erasure. */
export interface PersonalData {
  files(userId: string): AsyncIterable<PersonalFile>;
  /**
   * Deletes everything that the law doesn't require us to keep. Must be idempotent: a crash may happen at any point.
   */
  erase(userId: string): Promise<void>;
  /**
   * Moves the data to another account of the same person, within the caller's transaction. Absent if the data only
   * hangs off other modules' rows.
   */
  moveTo?(from: string, to: string): Promise<void>;
}

/** Columns that contain a time in ms. */
const MOMENT = /^(at|until)$|(At|Until|PeriodStart|PeriodEnd)$/;

/**
 * A row for a person's download, with times as text. Includes every column by default, so that new columns can't be
 * forgotten.
 * @param leftOut secrets, other people's data and bookkeeping; whole-download.db.test.ts gives the reason for each
 */
export function personalRow<T extends object>(row: T, ...leftOut: (keyof T & string)[]) {
  const isLeftOut = new Set<string>(leftOut);
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !isLeftOut.has(name))
      .map(([name, value]) => [
        name,
        typeof value === 'number' && MOMENT.test(name) ? utcText(value) : value,
      ]),
  );
}

/** Indented, so that people can read it too. */
export function jsonFile(name: string, value: unknown): PersonalFile {
  return { name, content: `${JSON.stringify(value, null, 2)}\n` };
}
