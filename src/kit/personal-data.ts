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

/** Readable by people and by programs alike. */
export function jsonFile(name: string, value: unknown): PersonalFile {
  return { name, content: `${JSON.stringify(value, null, 2)}\n` };
}
