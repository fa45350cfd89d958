import { createRandom } from '../../../generator/random.ts';

/** Camera motion per image. */
export interface CameraLook {
  /** zoom-in per image, as a share of the image */
  zoom: number;
  /** largest pan per image, as a share of the width */
  pan: number;
}

/** Camera position relative to the source image. */
export interface View {
  zoom: number;
  /** shares of the width and height */
  x: number;
  y: number;
}

export const STILL: View = { zoom: 1, x: 0, y: 0 };

/** Images per camera swing. The axes differ so that the path rarely repeats. */
const SWING_X = 170;
const SWING_Y = 230;

/** A slow path determined by the seed and the image number. */
export function createCamera(seed: number) {
  const random = createRandom(seed);
  const [phaseX, phaseY] = [random() * 2 * Math.PI, random() * 2 * Math.PI];
  return {
    /** advances the view by one image */
    move(view: View, image: number, { zoom, pan }: CameraLook): View {
      return {
        zoom: view.zoom * (1 + zoom),
        x: view.x + (pan / view.zoom) * Math.sin((image * 2 * Math.PI) / SWING_X + phaseX),
        y: view.y + (pan / view.zoom) * Math.sin((image * 2 * Math.PI) / SWING_Y + phaseY),
      };
    },
  };
}

/** Resamples an image (three planes) through the view, bilinear, mirrored beyond the edges. */
export function look(image: Float32Array, width: number, height: number, view: View): Float32Array {
  const columns = samplesOf(width, view.zoom, view.x);
  const rows = samplesOf(height, view.zoom, view.y);
  const seen = new Float32Array(image.length);
  for (let plane = 0, at = 0; plane < image.length; plane += width * height) {
    for (const row of rows) {
      const [upper, lower] = [plane + row.first * width, plane + row.second * width];
      for (const column of columns) {
        const top = mix(image[upper + column.first], image[upper + column.second], column.share);
        const bottom = mix(image[lower + column.first], image[lower + column.second], column.share);
        seen[at++] = mix(top, bottom, row.share);
      }
    }
  }
  return seen;
}

/** The two source pixels around each pixel of a line, and the weight of the second. */
function samplesOf(size: number, zoom: number, shift: number) {
  const middle = (size - 1) / 2;
  return Array.from({ length: size }, (_, i) => {
    const at = mirrored(middle + (i - middle) / zoom + shift * size, size - 1);
    const first = Math.min(size - 1, Math.floor(at));
    return { first, second: Math.min(size - 1, first + 1), share: at - first };
  });
}

function mirrored(at: number, last: number): number {
  const turn = Math.abs(at) % (2 * last);
  return turn > last ? 2 * last - turn : turn;
}

const mix = (a = 0, b = 0, share: number) => a + (b - a) * share;
