/** Brightness, 0–1, below which an image counts as black. */
const BLACK = 0.02;
/** Brightness range, 0–1, below which an image counts as blank. */
const BLANK = 0.004;
/** Mean change, 0–1, below which two images look the same, and the maximum number of such images in a row. */
const FROZEN_CHANGE = 0.0005;
const FROZEN_PICTURES = 24;

/** Checks every image before it is shown. */
export function createWatchdog() {
  let last: Float32Array | null = null;
  let still = 0;
  return {
    /** returns a reason to restart the loop, or null; expects three planes of 0–1 before clamping */
    fault(picture: Float32Array): string | null {
      const before = last ?? picture;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      let change = 0;
      for (let i = 0; i < picture.length; i++) {
        const value = picture[i] as number;
        if (value < low) low = value;
        if (value > high) high = value;
        change += Math.abs(value - (before[i] as number));
      }
      // a single NaN makes the whole sum NaN
      if (!Number.isFinite(change)) return 'the model drew numbers that are none (NaN)';
      if (high < BLACK) return 'the picture went black';
      if (high - low < BLANK) return 'the picture went blank';
      still = last && change / picture.length < FROZEN_CHANGE ? still + 1 : 0;
      last = picture.slice();
      return still >= FROZEN_PICTURES ? 'the picture froze' : null;
    },
    restart(): void {
      last = null;
      still = 0;
    },
  };
}
