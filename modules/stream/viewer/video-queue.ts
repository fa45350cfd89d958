import type { Frame } from '../../protocol/frame.ts';

/** Older frames are not sent any more: the viewer goes on from the next keyframe. */
const MAX_AGE_MS = 150;

/** Frames of H.264 that wait for one viewer, in order: what others refer to is never left out alone. */
export function createVideoQueue() {
  let waiting: { frame: Frame; at: number }[] = [];
  /** what comes refers to what this viewer does not have */
  let needsKey = true;

  /** Nothing goes on before the next keyframe. @returns how many waited */
  function clear(): number {
    const { length } = waiting;
    waiting = [];
    needsKey = true;
    return length;
  }

  return {
    clear,
    get needsKey() {
      return needsKey;
    },

    /** Takes a frame that came at this time (ms). @returns how many frames are left out for it */
    offer(frame: Frame, at: number): number {
      if (frame.key) {
        const leftOut = clear();
        needsKey = false;
        waiting.push({ frame, at });
        return leftOut;
      }
      if (needsKey || (frame.layer > 0 && waiting.length > 0)) return 1;
      waiting.push({ frame, at });
      const oldest = waiting[0];
      return oldest && at - oldest.at > MAX_AGE_MS ? clear() : 0;
    },

    next: (): Frame | null => waiting.shift()?.frame ?? null,
    get length() {
      return waiting.length;
    },
  };
}
