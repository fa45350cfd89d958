import { causes } from './causes.ts';
import { within } from './within.ts';

/** Maximum wait before callers learn that the database isn't responding, whatever the reason. */
export const ANSWERS_TIMEOUT_MS = 4_000;
/** Background work, for which nobody waits, gets longer. */
export const PATIENT_MS = 30_000;

/**
 * The database is down, too slow or too busy. The statement may have run all the same, so only idempotent work may be
 * retried.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the database did not answer', { cause });
  }
}

/** Searches the whole chain of causes, because drizzle wraps database errors. */
export function isUnavailable(error: unknown): boolean {
  return causes(error).some((at) => at instanceof DatabaseUnavailableError);
}

/** Rejects if the work takes longer than `ms`; the work itself continues. */
export function withinLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  return within(work, ms, () => new DatabaseUnavailableError(new Error(`no answer within ${ms} ms`)));
}
