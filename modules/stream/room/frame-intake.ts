import type { Clock } from '../../kit/clock.ts';
import { pictureFault } from '../../kit/images/jpeg.ts';
import { CODECS, type Codec, isVideo } from '../../protocol/codecs.ts';
import type { Frame } from '../../protocol/frame.ts';
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
  let lastCodec: Codec | null = null;

  /** Drops an unusable frame. Returns the fault once there have been too many in a row. */
  function leaveOut(fault: string, { key, codec }: Frame): string | null {
    odd += key && isVideo(codec) ? ODD_KEYFRAME : 1;
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
      // A change of codec starts with a keyframe.
      if (frame.codec !== lastCodec) needsKey = true;
      needsKey &&= !frame.key;
      if (needsKey) {
        options.onGap();
        return null;
      }
      odd = 0;
      lastCameAt = clock.now();
      lastCodec = frame.codec;
      return thinner.offer(frame);
    },

    release: thinner.release,
    prompted: thinner.prompted,
  };
}

/** Why a frame can't be shown, or null. */
function frameFault(frame: Frame, largest: { width: number; height: number }): string | null {
  const { label, video } = CODECS[frame.codec];
  if (!video) return pictureFault(frame.bytes, largest);
  const unit = video.readUnit(frame.bytes);
  if (typeof unit === 'string') return unit;
  if ((unit.set !== null) !== frame.key) return `a keyframe flag that doesn’t match the ${label} frame`;
  const { width = 0, height = 0 } = unit.set ?? {};
  return width <= largest.width && height <= largest.height
    ? null
    : `${label} of ${width} × ${height} pixels`;
}
