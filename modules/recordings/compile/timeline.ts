/** Supported frame rates, ascending. */
const FRAME_RATES = [16, 20, 24, 25, 30] as const;
/** A live rate may be higher than a frame rate by this factor and still count as that rate, since clocks drift. */
const RATE_TOLERANCE = 1.04;
/** Maximum delay from receiving a frame to showing it, so that jitter drops no frames. */
const MAX_LATE_MS = 80;
/** A longer gap is a clock step: a stall this long would have ended the dream. */
const MAX_HOLD_MS = 60_000;
/** Players don't handle shorter videos well. */
export const MIN_VIDEO_MS = 1000;

/** A frame and how many consecutive output frames show it. */
export interface Placed<T> {
  frame: T;
  /** at least 1 */
  repeat: number;
}

/**
 * Chooses the video's frame rate: the lowest that drops no frame in the median live second. Seconds without frames are
 * stalls and don't count.
 * @param times receive time of each frame, in ms
 */
export function chooseFrameRate(times: readonly number[]): number {
  const live = median(framesPerSecond(times));
  return FRAME_RATES.find((rate) => live <= rate * RATE_TOLERANCE) ?? 30;
}

/**
 * Spreads frames received at uneven times over a constant rate. Each goes to the nearest output frame, or to the next
 * free one up to 80 ms later. Beyond that the newer frame replaces the older, so bursts are thinned and stalls hold the
 * last frame. If the time jumps back, or ahead by over a minute, that's a clock step and doesn't stretch the video.
 * @param onReplaced called with each frame that is dropped
 */
export async function* placeFrames<T extends { at: number }>(
  frames: AsyncIterable<T> | Iterable<T>,
  fps: number,
  onReplaced: (frame: T) => void = () => {},
): AsyncGenerator<Placed<T>, void, void> {
  const clock = createElapsedClock();
  let waiting: T | null = null;
  let slot = 0;
  for await (const frame of frames) {
    const elapsed = clock(frame.at);
    const next = Math.max(Math.round((elapsed * fps) / 1000), slot + 1);
    if (waiting !== null && (next * 1000) / fps - elapsed <= MAX_LATE_MS) {
      yield { frame: waiting, repeat: next - slot };
      slot = next;
    } else if (waiting !== null) onReplaced(waiting);
    waiting = frame;
  }
  if (waiting === null) return;
  yield { frame: waiting, repeat: Math.max(1, Math.ceil((MIN_VIDEO_MS * fps) / 1000) - slot) };
}

/** Length in ms of a video of these frames, give or take one frame. */
export function videoLength(times: readonly number[]): number {
  const clock = createElapsedClock();
  let elapsed = 0;
  for (const at of times) elapsed = clock(at);
  return times.length === 0 ? 0 : Math.max(elapsed, MIN_VIDEO_MS);
}

/** Returns the time elapsed since the first frame, in ms. Call it with each receive time in order. */
export function createElapsedClock(): (at: number) => number {
  let previous: number | null = null;
  let elapsed = 0;
  return (at) => {
    const step = previous === null ? 0 : at - previous;
    previous = at;
    if (step > 0) elapsed += Math.min(step, MAX_HOLD_MS);
    return elapsed;
  };
}

function framesPerSecond(times: readonly number[]): number[] {
  const clock = createElapsedClock();
  const counts: number[] = [];
  for (const at of times) {
    const second = Math.floor(clock(at) / 1000);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  // The last second is partial, so it counts only if it's the only one.
  const whole = counts.length > 1 ? counts.slice(0, -1) : counts;
  return whole.filter((count) => count > 0);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
