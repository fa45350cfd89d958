import type { Clock } from '../../../src/kit/clock.ts';
import { pictureFault } from '../../../src/kit/images/jpeg.ts';
import type { Frame } from '../../protocol/frame.ts';
import { createFrameThinner } from './frame-thinner.ts';

/** So many frames in a row that can't be shown are the worker's way of drawing, not a slip. */
const MAX_ODD_PICTURES = 32;

export type FrameIntake = ReturnType<typeof createFrameIntake>;

/** Takes a worker's frames: in order, of a kind that can be shown, and no faster than was asked for. */
export function createFrameIntake(options: {
  clock: Clock;
  fps: number;
  /** the longest sides that its frames may have */
  largest: { width: number; height: number };
  /** called with the fault of the first frame that can't be shown */
  onOdd(fault: string): void;
}) {
  const { clock, fps, largest } = options;
  const thinner = createFrameThinner(clock, fps);
  let lastId = -1;
  let lastCameAt = clock.now();
  let odd = 0;
  let isOddKnown = false;

  /** Drops a frame that can't be shown; returns the fault for a worker that draws no others. */
  function leaveOut(fault: string): string | null {
    odd += 1;
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
      const fault = pictureFault(frame.bytes, largest);
      if (fault) return leaveOut(fault);
      odd = 0;
      lastCameAt = clock.now();
      return thinner.offer(frame);
    },

    release: thinner.release,
    prompted: thinner.prompted,
  };
}
