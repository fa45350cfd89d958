/** Brightness, 0–1, below which an image counts as black. */
const BLACK = 0.02;
/** Brightness range, 0–1, below which an image counts as blank. */
const BLANK = 0.004;
/** Mean change, 0–1, below which two images look the same, and the maximum number of such images in a row. */
const FROZEN_CHANGE = 0.0005;
const FROZEN_IMAGES = 24;

/** Checks every image before it is shown. */
export function createWatchdog() {
  let last: Float32Array | null = null;
  let still = 0;
  return {
    /** returns a reason to restart the loop, or null; expects three planes of 0–1 before clamping, and keeps them */
    fault(image: Float32Array): string | null {
      const before = last ?? image;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      let change = 0;
      for (let i = 0; i < image.length; i++) {
        const value = image[i] as number;
        if (value < low) low = value;
        if (value > high) high = value;
        change += Math.abs(value - (before[i] as number));
      }
      // a single NaN makes the whole sum NaN
      if (!Number.isFinite(change)) return 'the model returned NaN';
      if (high < BLACK) return 'the image went black';
      if (high - low < BLANK) return 'the image went blank';
      still = last && change / image.length < FROZEN_CHANGE ? still + 1 : 0;
      last = image;
      return still >= FROZEN_IMAGES ? 'the image froze' : null;
    },
    restart(): void {
      last = null;
      still = 0;
    },
  };
}
