/** Longer than a busy process ever takes between two ticks: it was frozen, suspended or moved to another machine. */
const STANDSTILL_MS = 3_000;
/** Messages that wait in the sockets are read first, and a node that was taken for dead learns of it. */
const BREATH_MS = 5_000;

/**
 * Decides whether silence may be held against anyone: a process that stood still has itself not listened.
 * @param now monotonic, ms
 * @returns called with each tick: whether silence means anything
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
