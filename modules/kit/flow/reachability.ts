const LOOK_INTERVAL_MS = 2_000;
/** Grace period for callers to call again after an outage; pages do so every two seconds. */
const BREATH_MS = 15_000;

/**
 * Detects whether a silent client is really gone: while the database is down, no request gets an answer.
 * @param look rejects if the database does not answer
 * @param now monotonic, ms
 * @returns call on each tick; true if silent clients could have reached us
 */
export function createReachability(
  look: () => Promise<unknown>,
  now = () => performance.now(),
): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let isAway = false;
  let lateFrom = 0;

  async function lookOnce(): Promise<void> {
    isLooking = true;
    lookedAt = now();
    try {
      await look();
      if (isAway) lateFrom = now() + BREATH_MS;
      isAway = false;
    } catch {
      isAway = true;
    }
    isLooking = false;
  }

  return () => {
    if (!isLooking && now() - lookedAt >= LOOK_INTERVAL_MS) void lookOnce();
    return !isAway && now() >= lateFrom;
  };
}
