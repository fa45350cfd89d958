import type { Frame } from '../../protocol/frame.ts';

/** Older frames are dropped, and the viewer continues from the next keyframe. */
const MAX_AGE_MS = 150;

/** Video frames waiting for one viewer, in order. A frame that others depend on is never dropped without them. */
export function createVideoQueue() {
  let waiting: { frame: Frame; at: number }[] = [];
  /** true if new frames depend on ones this viewer doesn't have */
  let needsKey = true;

  /** Drops everything until the next keyframe. @returns the number of waiting frames dropped */
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

    /**
     * @param at arrival time in ms
     * @returns the number of frames dropped as a result
     */
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
