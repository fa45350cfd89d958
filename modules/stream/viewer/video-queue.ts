import type { Frame } from '../../protocol/frame.ts';

/** Older frames are dropped, and the viewer continues from the next keyframe. */
const MAX_AGE_MS = 150;

/** Video frames waiting for one viewer, in order. A frame that others depend on is never dropped without them. */
export class VideoQueue {
  #waiting: { frame: Frame; at: number }[] = [];
  /** true if new frames depend on ones this viewer doesn't have */
  needsKey = true;

  /** Drops everything until the next keyframe. @returns the number of waiting frames dropped */
  clear(): number {
    const { length } = this.#waiting;
    if (length > 0) this.#waiting = [];
    this.needsKey = true;
    return length;
  }

  /**
   * @param at arrival time in ms
   * @returns the number of frames dropped as a result
   */
  offer(frame: Frame, at: number): number {
    if (frame.key) {
      const leftOut = this.clear();
      this.needsKey = false;
      this.#waiting.push({ frame, at });
      return leftOut;
    }
    if (this.needsKey || (frame.layer > 0 && this.#waiting.length > 0)) return 1;
    this.#waiting.push({ frame, at });
    const oldest = this.#waiting[0];
    return oldest && at - oldest.at > MAX_AGE_MS ? this.clear() : 0;
  }

  next(): Frame | null {
    return this.#waiting.shift()?.frame ?? null;
  }

  get length(): number {
    return this.#waiting.length;
  }
}
