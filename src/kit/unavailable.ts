import { causes } from './causes.ts';
import { within } from './within.ts';

/** Callers learn within this time that the database does not answer, whatever keeps it. */
export const ANSWERS_TIMEOUT_MS = 4_000;
/** Background work, with nobody waiting, has longer. */
export const PATIENT_MS = 30_000;

/**
 * The database is away, too slow or too busy. What was asked for may have happened all the same: a caller repeats
 * only what bears repetition.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the database did not answer', { cause });
  }
}

/** Wherever in the chain of causes: drizzle wraps what a database says. */
export function isUnavailable(error: unknown): boolean {
  return causes(error).some((at) => at instanceof DatabaseUnavailableError);
}

/** Settles as the work does, or is refused once the time is over; the work itself goes on. */
export function withinLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  return within(work, ms, () => new DatabaseUnavailableError(new Error(`no answer within ${ms} ms`)));
}
