import type { SWRConfiguration } from 'swr';

/**
 * For `onErrorRetry` of a value that is polled: by itself swr's `refreshInterval` stops at the first failure. A page
 * that nobody looks at reads again when it is looked at.
 * @param everyMs after a failure; null leaves it at that
 */
export function askAgain(
  everyMs: number | null,
  whenHidden = false,
): NonNullable<SWRConfiguration['onErrorRetry']> {
  return (_error, _key, _config, revalidate, options) => {
    if (everyMs === null) return;
    setTimeout(() => {
      if (whenHidden || !document.hidden) void revalidate(options);
    }, everyMs);
  };
}
