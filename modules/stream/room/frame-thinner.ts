import type { Clock } from '../../../src/kit/clock.ts';
import { createTokenBucket } from '../../../src/kit/flow/token-bucket.ts';
import { CODEC, type Frame } from '../../protocol/frame.ts';

/** Clocks and timers are not exact; a generator that is faster by more is faster than it was asked to be. */
const RATE_SLACK = 1.05;
/** Engines that draw in blocks send a whole one at once, of up to 33 frames: two seconds of the rate. */
const BURST_SECONDS = 2;
/** Number of shown frames that a late acknowledgement is looked up in. */
const REMEMBERED = 64;

/**
 * Lets frames through at the rate that was asked for, and bursts of two seconds' worth. Of those that come
 * faster the newest waits until the bucket has refilled: the stream gets thin, but never old.
 */
export function createFrameThinner(clock: Clock, fps: number) {
  const room = createTokenBucket(clock, { capacity: fps * BURST_SECONDS, perSecond: fps * RATE_SLACK });
  let waiting: Frame | null = null;
  let lastId = -1;
  /** frames in which a prompt arrives; the first at or after one of them is let through in any case */
  let promised: number[] = [];
  const shown: number[] = [];

  function letThrough(frame: Frame): Frame {
    waiting = null;
    if (promised.length > 0) promised = promised.filter((id) => id > frame.id);
    if (shown.push(frame.id) > REMEMBERED) shown.shift();
    return frame;
  }

  return {
    /** Takes a new frame; returns it when it may be shown now. */
    offer(frame: Frame): Frame | null {
      lastId = frame.id;
      // Nothing after it could be shown without it.
      const isDue = promised.some((id) => id <= frame.id) || isReferredTo(frame);
      if (isDue) room.owe();
      if (isDue || room.take()) return letThrough(frame);
      waiting = frame.codec === CODEC.jpeg ? frame : null;
      return null;
    },

    /** The frame that waited, once the bucket has a token for it. */
    release(): Frame | null {
      return waiting && room.take() ? letThrough(waiting) : null;
    },

    /**
     * A prompt arrives in this frame. Returns the id of the frame that shows it, which is the first at or after
     * it that is let through, and that frame itself when it has to be shown now.
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

const isReferredTo = ({ codec, layer }: Frame): boolean => codec !== CODEC.jpeg && layer === 0;
