/** Number of frames to average over: two seconds at the usual rate. */
const KEPT = 32;
/** Difference in ms that means another clock or connection, rather than jitter. */
const JUMP_MS = 500;
const JUMP_FRAMES = 3;

/** Measures the age of the picture on screen, from the frames that were drawn. */
export class PictureClock {
  #ages: number[] = [];
  #intervals: number[] = [];
  #last: number | null = null;
  #jumped: number[] = [];
  #age: number | null = null;

  /** @param at the frame's timestamp @param wall when it was drawn, in ms since the epoch */
  drew(at: number, wall: number) {
    const age = wall - at;
    if (this.#age !== null && Math.abs(age - this.#age) > JUMP_MS) {
      this.#jumped.push(age);
      if (this.#jumped.length < JUMP_FRAMES) return;
      this.#ages = this.#jumped;
      this.#intervals = [];
    } else {
      this.#ages.push(age);
      if (this.#last !== null) this.#intervals.push(Math.min(JUMP_MS, wall - this.#last));
    }
    this.#jumped = [];
    this.#last = wall;
    this.#ages = this.#ages.slice(-KEPT);
    this.#intervals = this.#intervals.slice(-KEPT);
    // A frame stays on screen until the next one; its mean age is half an interval more than when it was drawn.
    this.#age = median(this.#ages) + median(this.#intervals) / 2;
  }

  /** Mean age of the frame on screen, in ms; null before the first. */
  get age(): number | null {
    return this.#age;
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
