import type { Clock } from '../../../src/kit/clock.ts';
import { pictureFault } from '../../../src/kit/images/jpeg.ts';
import { CODEC, type Frame } from '../../protocol/frame.ts';
import { readAccessUnit } from '../../protocol/h264.ts';
import { createFrameThinner } from './frame-thinner.ts';

/** So many frames in a row that can't be shown are the worker's way of drawing, not a slip. */
const MAX_ODD_PICTURES = 32;
/** A keyframe counts for those that refer to it, and that are left out with it. */
const ODD_KEYFRAME = 8;

export type FrameIntake = ReturnType<typeof createFrameIntake>;

/** Takes a worker's frames: in order, of a kind that can be shown, and no faster than was asked for. */
export function createFrameIntake(options: {
  clock: Clock;
  fps: number;
  /** the longest sides that its frames may have */
  largest: { width: number; height: number };
  /** called with the fault of the first frame that can't be shown */
  onOdd(fault: string): void;
  /** called when what comes refers to what did not, until a keyframe comes */
  onGap(): void;
}) {
  const { clock, fps, largest } = options;
  const thinner = createFrameThinner(clock, fps);
  let lastId = -1;
  let lastCameAt = clock.now();
  let odd = 0;
  let isOddKnown = false;
  let needsKey = true;

  /** Drops a frame that can't be shown; returns the fault for a worker that draws no others. */
  function leaveOut(fault: string, { key, codec }: Frame): string | null {
    odd += key && codec === CODEC.h264 ? ODD_KEYFRAME : 1;
    if (!isOddKnown) options.onOdd(fault);
    isOddKnown = true;
    return odd < MAX_ODD_PICTURES ? null : `the pictures can’t be shown: ${fault}`;
  }

  return {
    /** when the last showable frame came, or when the worker was ready for the first */
    get lastCameAt() {
      return lastCameAt;
    },

    /** Returns the frame when it may be shown now, and in words what is wrong with the worker. */
    take(frame: Frame): Frame | string | null {
      if (frame.id <= lastId) return `frame ${frame.id} came after frame ${lastId}`;
      lastId = frame.id;
      const fault = frameFault(frame, largest);
      if (fault) {
        if (frame.layer === 0) needsKey = true;
        return leaveOut(fault, frame);
      }
      needsKey &&= !frame.key;
      if (needsKey) {
        options.onGap();
        return null;
      }
      odd = 0;
      lastCameAt = clock.now();
      // Those that come after JPEGs refer to none of them.
      if (frame.codec === CODEC.jpeg) needsKey = true;
      return thinner.offer(frame);
    },

    release: thinner.release,
    prompted: thinner.prompted,
  };
}

/** Reason why a frame is not shown, or null for one that may be. */
function frameFault(frame: Frame, largest: { width: number; height: number }): string | null {
  if (frame.codec === CODEC.jpeg) return pictureFault(frame.bytes, largest);
  const unit = readAccessUnit(frame.bytes);
  if (typeof unit === 'string') return unit;
  if ((unit.set !== null) !== frame.key) return 'an H.264 picture whose flag says otherwise';
  const { width = 0, height = 0 } = unit.set ?? {};
  return width <= largest.width && height <= largest.height ? null : `H.264 of ${width} × ${height} pixels`;
}
