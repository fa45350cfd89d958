import type { Clock } from '../../kit/clock.ts';
import { pictureFault } from '../../kit/images/jpeg.ts';
import { CODEC, type Frame } from '../../protocol/frame.ts';
import { readAccessUnit } from '../../protocol/h264.ts';
import { createFrameThinner } from './frame-thinner.ts';

/** Consecutive unusable frames before the worker counts as broken. */
const MAX_ODD_FRAMES = 32;
/** Weight of a keyframe, since the frames that depend on it are dropped too. */
const ODD_KEYFRAME = 8;

export type FrameIntake = ReturnType<typeof createFrameIntake>;

/** Accepts a worker's frames: in order, displayable, and no faster than requested. */
export function createFrameIntake(options: {
  clock: Clock;
  fps: number;
  /** maximum frame size in pixels */
  largest: { width: number; height: number };
  /** called once, with the fault of the first unusable frame */
  onOdd(fault: string): void;
  /** called for frames that depend on a missing one, until a keyframe arrives */
  onGap(): void;
}) {
  const { clock, fps, largest } = options;
  const thinner = createFrameThinner(clock, fps);
  let lastId = -1;
  let lastCameAt = clock.now();
  let odd = 0;
  let isOddKnown = false;
  let needsKey = true;

  /** Drops an unusable frame. Returns the fault once there have been too many in a row. */
  function leaveOut(fault: string, { key, codec }: Frame): string | null {
    odd += key && codec === CODEC.h264 ? ODD_KEYFRAME : 1;
    if (!isOddKnown) options.onOdd(fault);
    isOddKnown = true;
    return odd < MAX_ODD_FRAMES ? null : `the frames can’t be shown: ${fault}`;
  }

  return {
    /** arrival of the last usable frame; before the first, the time the worker became ready */
    get lastCameAt() {
      return lastCameAt;
    },

    /** Returns the frame if it may be shown now, null if not, or an error text if the worker is at fault. */
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
      // Video after a JPEG must start with a keyframe.
      if (frame.codec === CODEC.jpeg) needsKey = true;
      return thinner.offer(frame);
    },

    release: thinner.release,
    prompted: thinner.prompted,
  };
}

/** Why a frame can't be shown, or null. */
function frameFault(frame: Frame, largest: { width: number; height: number }): string | null {
  if (frame.codec === CODEC.jpeg) return pictureFault(frame.bytes, largest);
  const unit = readAccessUnit(frame.bytes);
  if (typeof unit === 'string') return unit;
  if ((unit.set !== null) !== frame.key) return 'an H.264 frame whose flag says otherwise';
  const { width = 0, height = 0 } = unit.set ?? {};
  return width <= largest.width && height <= largest.height ? null : `H.264 of ${width} × ${height} pixels`;
}
