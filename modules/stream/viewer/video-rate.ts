import { VIDEO_KBPS } from '../../protocol/format.ts';

/** Of a picture that can still be made out. */
const MIN_KBPS = 300;
/** A frame that waited longer than this, beyond the best round trip, was in a queue; below the other there is none. */
const QUEUE_MS = 60;
const CLEAR_MS = 30;
/** A keyframe alone may wait: only two in a row are a queue. */
const IN_A_ROW = 2;
const LOWER_INTERVAL_MS = 300;
const RAISE_INTERVAL_MS = 1_000;
const LOWER = 0.85;
/** Below what arrives, so that the queue empties. */
const DRAIN = 0.8;
const RAISE = 1.15;
/** A change that is smaller is not worth a message. */
const WORTH = 0.03;

/** Follows what a viewer's connection carries, by how long its frames wait: bits of video a second. */
export function createVideoRate() {
  let kbps = VIDEO_KBPS;
  let inQueue = 0;
  let loweredAt = Number.NEGATIVE_INFINITY;
  let clearSince: number | null = null;

  function set(next: number): number | null {
    const before = kbps;
    kbps = Math.round(Math.min(VIDEO_KBPS, Math.max(MIN_KBPS, next)));
    return Math.abs(kbps - before) > WORTH * before ? kbps : null;
  }

  /**
   * One acknowledgement.
   * @param queuedMs how long its frame waited beyond the best round trip
   * @param arrived thousands of bits that arrived in the last second
   * @returns the new rate where it changes
   */
  return (queuedMs: number, arrived: number, now: number): number | null => {
    inQueue = queuedMs > QUEUE_MS ? inQueue + 1 : 0;
    if (inQueue >= IN_A_ROW) {
      clearSince = null;
      if (now - loweredAt < LOWER_INTERVAL_MS) return null;
      loweredAt = now;
      return set(Math.min(kbps * LOWER, arrived * DRAIN));
    }
    if (queuedMs > CLEAR_MS) clearSince = null;
    else clearSince ??= now;
    if (clearSince === null || now - clearSince < RAISE_INTERVAL_MS) return null;
    clearSince = now;
    return set(kbps * RAISE);
  };
}
