import useSWR, { type Key } from 'swr';
import { retryAfterFailure } from '../browser/retry-after-failure.ts';

interface LiveOptions<Answer> {
  /** 0: reads once */
  everyMs: number;
  /** keeps polling while the page is hidden */
  whenHidden?: boolean;
  /** name used in the log */
  what: string;
  onAnswer?: (answer: Answer) => void;
}

const READS_ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

/**
 * The server's current answer, polled while the page is visible. While another query loads, the last answer stays.
 * Failures are logged and retried after the same interval.
 */
export function useLive<Answer, Asked extends string | object>(
  asked: Asked | null,
  read: (asked: Asked) => Promise<Answer>,
  { everyMs, whenHidden = false, what, onAnswer }: LiveOptions<Answer>,
) {
  return useSWR<Answer, Error>(asked as Key, read, {
    keepPreviousData: true,
    refreshInterval: everyMs,
    ...(everyMs === 0 && READS_ONCE),
    refreshWhenHidden: whenHidden,
    dedupingInterval: 500,
    ...(onAnswer && { onSuccess: onAnswer }),
    onError: (error) => console.error(what, error),
    onErrorRetry: retryAfterFailure(everyMs, whenHidden),
  });
}
