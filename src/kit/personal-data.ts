import { utcText } from './clock.ts';

/** One file of a person's download. */
export interface PersonalFile {
  /** path inside the archive */
  name: string;
  content: string | ReadableStream<Uint8Array>;
  /** ms since the epoch */
  modifiedAt?: number;
}

/** Data that one domain keeps about a person, for the download and for the end of an account. */
export interface PersonalData {
  files(userId: string): AsyncIterable<PersonalFile>;
  /** Deletes all of it but what the law has kept. Must bear repetition: a crash may come at any point. */
  erase(userId: string): Promise<void>;
  /**
   * Gives it to another account of the same person, within a transaction of the caller's. Absent where all of it hangs on
   * what others give.
   */
  moveTo?(from: string, to: string): Promise<void>;
}

/** Names of columns with moments in ms. */
const MOMENT = /^(at|until)$|(At|Until|PeriodStart|PeriodEnd)$/;

/**
 * A row as its person reads it: all of it, so that a new column is in the download by itself, with moments in words.
 * @param leftOut secrets, other people, and bookkeeping; whole-download.db.test.ts has the reason for each
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

/** Readable by people and by programs alike. */
export function jsonFile(name: string, value: unknown): PersonalFile {
  return { name, content: `${JSON.stringify(value, null, 2)}\n` };
}
