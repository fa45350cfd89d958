/** A storage refused, or did not answer: the message names the cause and the cure, for operators. */
export class StorageError extends Error {
  /** it may be over by itself: the storage is away, overloaded or out of order */
  readonly passing: boolean;
  constructor(message: string, { passing, cause }: { passing: boolean; cause?: unknown }) {
    super(message, { cause });
    this.passing = passing;
  }
}
