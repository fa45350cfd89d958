import useSWR, { type Key } from 'swr';
import { askAgain } from '../browser/ask-again.ts';

interface LiveOptions<Answer> {
  everyMs: number;
  /** asks on while nobody looks at the page */
  whenHidden?: boolean;
  /** what the log calls it */
  what: string;
  onAnswer?: (answer: Answer) => void;
}

/**
 * The server's current answer, polled while the page is looked at; the last one stays while another query is read. A
 * failure is logged, and retried after the same time.
 */
export function useLive<Answer, Asked extends string | object>(
  asked: Asked | null,
  read: (asked: Asked) => Promise<Answer>,
  { everyMs, whenHidden = false, what, onAnswer }: LiveOptions<Answer>,
) {
  return useSWR<Answer, Error>(asked as Key, read, {
    keepPreviousData: true,
    refreshInterval: everyMs,
    refreshWhenHidden: whenHidden,
    dedupingInterval: 500,
    ...(onAnswer && { onSuccess: onAnswer }),
    onError: (error) => console.error(what, error),
    onErrorRetry: askAgain(everyMs, whenHidden),
  });
}
