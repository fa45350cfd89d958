/** Interval at which the look is repeated. */
const LOOK_INTERVAL_MS = 2_000;
/** Time for unanswered callers to call again; pages do so every two seconds. */
const BREATH_MS = 15_000;

/**
 * Detects whether people can be late: while the database is away, no call of theirs is answered.
 * @param look rejects when the database does not answer
 * @param now monotonic, ms
 * @returns called with each tick: true if silent people could have called
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
