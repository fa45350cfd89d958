import { VIDEO_KBPS } from '../../protocol/format.ts';

/** The lowest rate at which the image is still recognisable. */
const MIN_KBPS = 300;
/** Queueing time beyond the best round trip: above QUEUE_MS there is a queue, below CLEAR_MS there is none. */
const QUEUE_MS = 60;
const CLEAR_MS = 30;
/** A keyframe may take long by itself; only two slow frames in a row mean a queue. */
const IN_A_ROW = 2;
const LOWER_INTERVAL_MS = 300;
const RAISE_INTERVAL_MS = 1_000;
const LOWER = 0.85;
/** Share of the arrival rate, so that the queue drains. */
const DRAIN = 0.8;
const RAISE = 1.15;
/** Smaller changes aren't worth a message. */
const WORTH = 0.03;

/** Adapts the video bitrate, in kbit/s, to how long frames queue on a viewer's connection. */
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
   * Called for each acknowledgement.
   * @param queuedMs queueing time of the frame, beyond the best round trip
   * @param arrived bandwidth used in the last second, in kbit/s
   * @returns the new bitrate in kbit/s, or null if unchanged
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
