import type { Clock } from '../../kit/clock.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { isVideo } from '../../protocol/codecs.ts';
import type { Frame } from '../../protocol/frame.ts';

/** Tolerance for inexact clocks and timers. */
const RATE_SLACK = 1.05;
/** Engines that generate in blocks send up to 33 frames at once: two seconds' worth. */
const BURST_SECONDS = 2;
/** Shown frames searched for a late prompt acknowledgement. */
const REMEMBERED = 64;

/**
 * Lets frames through at the requested rate, with bursts of up to two seconds' worth. When frames come faster, the
 * newest one waits for the token bucket: the stream thins out but never falls behind.
 */
export function createFrameThinner(clock: Clock, fps: number) {
  const room = createTokenBucket(clock, { capacity: fps * BURST_SECONDS, perSecond: fps * RATE_SLACK });
  let waiting: Frame | null = null;
  let lastId = -1;
  /** frame ids that show a new prompt; the first frame at or after each is always let through */
  let promised: number[] = [];
  const shown: number[] = [];

  function letThrough(frame: Frame): Frame {
    waiting = null;
    if (promised.length > 0) promised = promised.filter((id) => id > frame.id);
    if (shown.push(frame.id) > 2 * REMEMBERED) shown.splice(0, REMEMBERED);
    return frame;
  }

  return {
    /** Returns the frame if it may be shown now. */
    offer(frame: Frame): Frame | null {
      lastId = frame.id;
      // Always let through: later video frames depend on it, or it shows a new prompt.
      const isDue = promised.some((id) => id <= frame.id) || isReferredTo(frame);
      if (isDue) room.owe();
      if (isDue || room.take()) return letThrough(frame);
      waiting = isVideo(frame.codec) ? null : frame;
      return null;
    },

    /** The waiting frame, once the bucket has a token for it. */
    release(): Frame | null {
      return waiting && room.take() ? letThrough(waiting) : null;
    },

    /**
     * The worker reports that this frame shows a prompt. Returns the id of the first frame at or after it that is let
     * through, and that frame itself if it must be shown now.
     */
    prompted(frameId: number): { frameId: number; frame: Frame | null } {
      if (frameId > lastId) {
        promised.push(frameId);
        return { frameId, frame: null };
      }
      const already = shown.find((id) => id >= frameId);
      if (already !== undefined || !waiting) return { frameId: already ?? frameId, frame: null };
      room.owe();
      const frame = letThrough(waiting);
      return { frameId: frame.id, frame };
    },
  };
}

const isReferredTo = ({ codec, layer }: Frame): boolean => isVideo(codec) && layer === 0;
