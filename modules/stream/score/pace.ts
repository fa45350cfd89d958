/** Frames of the last seconds that are measured. */
const SPAN_MS = 3_000;
const STEP_MS = 500;
/** Shorter spans say too little. */
const LEAST_MS = 1_000;

/** Measures how many frames a second a generator really makes, which may be fewer than requested. */
export function createPace() {
  let marks: { at: number; frame: number }[] = [];
  let now = { at: 0, frame: 0 };
  return {
    /** @param at in ms */
    note(at: number, frame: number): void {
      now = { at, frame };
      const last = marks.at(-1);
      if (last && at - last.at < STEP_MS) return;
      marks = [...marks.filter((mark) => at - mark.at <= SPAN_MS), now];
    },
    /** True once it has measured for long enough. */
    get isKnown() {
      const [first] = marks;
      return first !== undefined && now.at - first.at >= LEAST_MS;
    },
    /** Frames per second, at most those requested. */
    of(requested: number): number {
      const [first] = marks;
      if (!first || now.at - first.at < LEAST_MS) return requested;
      return Math.min(requested, ((now.frame - first.frame) * 1000) / (now.at - first.at));
    },
  };
}
