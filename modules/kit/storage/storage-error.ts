/** The storage refused or didn't answer. The message gives operators the cause and the cure. */
export class StorageError extends Error {
  /** A retry may succeed: the storage is unreachable, overloaded or failing. */
  readonly passing: boolean;
  constructor(message: string, { passing, cause }: { passing: boolean; cause?: unknown }) {
    super(message, { cause });
    this.passing = passing;
  }
}
