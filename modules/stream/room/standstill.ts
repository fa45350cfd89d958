/** Longer than a busy process ever takes between ticks, so it must have been frozen, suspended or migrated. */
const STANDSTILL_MS = 3_000;
/** Time to read messages queued in the sockets, and to learn whether other nodes took this one for dead. */
const BREATH_MS = 5_000;

/**
 * Decides whether silence means anything: after a freeze, it was this process that didn't listen.
 * @param now monotonic, in ms
 * @returns call on every tick; true if silence counts
 */
export function createStandstill(now = () => performance.now()): () => boolean {
  let tickedAt = now();
  let judgesFrom = 0;
  return () => {
    const at = now();
    if (at - tickedAt >= STANDSTILL_MS) judgesFrom = at + BREATH_MS;
    tickedAt = at;
    return at >= judgesFrom;
  };
}
