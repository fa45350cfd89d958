import { isDeferred, nextAttemptAt } from '../../kit/mail-deferral.ts';
import { RetryLater } from './define-job.ts';

/**
 * For jobs that send a single mail: reschedules the job if the server deferred it. @throws RetryLater, or the original
 * error
 */
export function retryDeferred(error: unknown, firstAt: number, now: number): never {
  const next = isDeferred(error) ? nextAttemptAt(firstAt, now) : null;
  throw next === null ? error : new RetryLater(next - now, error);
}
