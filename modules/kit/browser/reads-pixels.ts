const COLOURS = ['#e03020', '#2060e0', '#30c040', '#101010', '#f0f0f0'];
/** Side of each colour field. Only the pixel in its centre is read, away from its neighbours. */
const SIDE = 8;
/** In levels of 255; some browsers change the last bit or two. */
const TOLERANCE = 8;

export const PIXELS_CHANGED =
  'Your browser changes what pages read of pictures. Allow this site to read canvas data, then try again.';

/**
 * False if the browser silently gives scripts different pixels than it shows, to prevent fingerprinting (Firefox's
 * strictest setting, Tor Browser). Files exported from a canvas are noise there, too.
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
