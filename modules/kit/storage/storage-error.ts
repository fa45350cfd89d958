import { m } from '../texts/m.ts';

/** The storage refused or didn't answer. The message gives operators the reason and the cure. */
export class StorageError extends Error {
  /** A retry may succeed: the storage is unreachable, overloaded or failing. */
  readonly passing: boolean;
  /** Without a full stop. */
  readonly reason: string;
  readonly cure: string;
  constructor(reason: string, cure: string, { passing, cause }: { passing: boolean; cause?: unknown }) {
    super(m.kit_clause_and_sentence({ clause: reason, sentence: cure }), { cause });
    this.passing = passing;
    this.reason = reason;
    this.cure = cure;
  }
}
