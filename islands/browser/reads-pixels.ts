const COLOURS = ['#e03020', '#2060e0', '#30c040', '#101010', '#f0f0f0'];
/** A pixel each: what surrounds them is none of theirs. */
const SIDE = 8;
/** Steps; some browsers change the last bit or two of what they give. */
const TOLERANCE = 8;

/** Advice for the person. */
export const PIXELS_CHANGED =
  'Your browser changes what pages read of pictures. Allow this site to read canvas data, then try again.';

/**
 * False in a browser that gives scripts other pixels than it shows, as protection against fingerprinting does without
 * a word: noise in Firefox's strictest setting and in Tor's browser. Files made from a canvas are noise there too.
 */
export function readsPixels(): boolean {
  const pen = new OffscreenCanvas(SIDE * COLOURS.length, SIDE).getContext('2d', { willReadFrequently: true });
  if (!pen) return false;
  for (const [index, colour] of COLOURS.entries()) {
    pen.fillStyle = colour;
    pen.fillRect(index * SIDE, 0, SIDE, SIDE);
  }
  return COLOURS.every((colour, index) => {
    const { data } = pen.getImageData(index * SIDE + SIDE / 2, SIDE / 2, 1, 1);
    return [1, 3, 5].every((from, channel) => {
      const painted = Number.parseInt(colour.slice(from, from + 2), 16);
      return Math.abs(painted - (data[channel] ?? 0)) <= TOLERANCE;
    });
  });
}
