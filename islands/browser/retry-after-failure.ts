import type { SWRConfiguration } from 'swr';

/**
 * An `onErrorRetry` for polled values, because swr's `refreshInterval` stops at the first failure. Hidden pages skip
 * the retry; they refresh when they become visible.
 * @param everyMs delay after a failure; null for no retry
 */
export function retryAfterFailure(
  everyMs: number | null,
  whenHidden = false,
): NonNullable<SWRConfiguration['onErrorRetry']> {
  return (...[, , , revalidate, options]) => {
    if (everyMs === null) return;
    setTimeout(() => {
      if (whenHidden || !document.hidden) void revalidate(options);
    }, everyMs);
  };
}
