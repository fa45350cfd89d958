import { isDeferred, nextAttemptAt } from '../../src/kit/mail-deferral.ts';
import { RetryLater } from './define-job.ts';

/** For a job that sends one mail: has it come again where the server said "later". @throws RetryLater, or the error */
export function retryDeferred(error: unknown, firstAt: number, now: number): never {
  const next = isDeferred(error) ? nextAttemptAt(firstAt, now) : null;
  throw next === null ? error : new RetryLater(next - now, error);
}
