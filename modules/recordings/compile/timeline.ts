/** Frame rates that a video may have, smallest first. */
const FRAME_RATES = [16, 20, 24, 25, 30] as const;
/** A live rate this much above a frame rate still counts as that rate: clocks are not exact. */
const RATE_TOLERANCE = 1.04;
/** Greatest delay between receiving a frame and showing it, so that jitter costs no frame. */
const MAX_LATE_MS = 80;
/** A longer gap was no stall, which ends a dream sooner, but a step of the clock. */
const MAX_HOLD_MS = 60_000;
/** Players handle shorter videos badly. */
export const MIN_VIDEO_MS = 1000;

/** A picture and for how many consecutive output frames it is shown. */
export interface Placed<T> {
  picture: T;
  /** at least 1 */
  repeat: number;
}

/**
 * The video's frame rate: the smallest that loses no picture of the median live second. Seconds without a
 * picture are stalls and don't count.
 * @param times when each picture was received, in ms
 */
export function chooseFrameRate(times: readonly number[]): number {
  const live = median(picturesPerSecond(times));
  return FRAME_RATES.find((rate) => live <= rate * RATE_TOLERANCE) ?? 30;
}

/**
 * Spreads pictures received at uneven times over a constant frame rate. Each takes the frame nearest to its
 * time; where that one is taken, the next, up to 80 ms late; beyond that the newer picture replaces the older,
 * so a burst is thinned and a stall holds its last picture. Times that jump back, or ahead by a minute, are
 * steps of the clock and don't stretch the video.
 * @param onReplaced called with each picture that is thinned out
 */
export async function* placePictures<T extends { at: number }>(
  pictures: AsyncIterable<T> | Iterable<T>,
  fps: number,
  onReplaced: (picture: T) => void = () => {},
): AsyncGenerator<Placed<T>, void, void> {
  const clock = createElapsedClock();
  let waiting: T | null = null;
  let slot = 0;
  for await (const picture of pictures) {
    const elapsed = clock(picture.at);
    const next = Math.max(Math.round((elapsed * fps) / 1000), slot + 1);
    if (waiting !== null && (next * 1000) / fps - elapsed <= MAX_LATE_MS) {
      yield { picture: waiting, repeat: next - slot };
      slot = next;
    } else if (waiting !== null) onReplaced(waiting);
    waiting = picture;
  }
  if (waiting === null) return;
  yield { picture: waiting, repeat: Math.max(1, Math.ceil((MIN_VIDEO_MS * fps) / 1000) - slot) };
}

/** Length of a video of these frames, in ms, give or take one frame. */
export function videoLength(times: readonly number[]): number {
  const clock = createElapsedClock();
  let elapsed = 0;
  for (const at of times) elapsed = clock(at);
  return times.length === 0 ? 0 : Math.max(elapsed, MIN_VIDEO_MS);
}

/** Time since the first picture, fed with each picture's receive time in turn. */
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

function picturesPerSecond(times: readonly number[]): number[] {
  const clock = createElapsedClock();
  const counts: number[] = [];
  for (const at of times) {
    const second = Math.floor(clock(at) / 1000);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  // The last second is cut short; it only counts when there is no other.
  const whole = counts.length > 1 ? counts.slice(0, -1) : counts;
  return whole.filter((count) => count > 0);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
