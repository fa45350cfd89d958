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
  // Neighbouring rows share a source row, so each is resampled once.
  const kept = [0, 1].map(() => ({ from: -1, values: new Float64Array(width) }));
  function resampled(from: number): Float64Array {
    const line = kept[from % 2] as (typeof kept)[number];
    if (line.from !== from) resampleRow(image, from * width, columns, line.values);
    line.from = from;
    return line.values;
  }
  const planes = image.length / (width * height);
  for (let plane = 0, at = 0; plane < planes; plane++) {
    for (let y = 0; y < height; y++, at += width) {
      const above = plane * height;
      const upper = resampled(above + (rows.first[y] as number));
      const lower = resampled(above + (rows.second[y] as number));
      mixRows(upper, lower, rows.share[y] as number, seen.subarray(at, at + width));
    }
  }
  return seen;
}

type Samples = ReturnType<typeof samplesOf>;

function resampleRow(image: Float32Array, start: number, columns: Samples, into: Float64Array): void {
  const { first, second, share } = columns;
  for (let x = 0; x < into.length; x++) {
    const left = image[start + (first[x] as number)] as number;
    into[x] = left + ((image[start + (second[x] as number)] as number) - left) * (share[x] as number);
  }
}

function mixRows(upper: Float64Array, lower: Float64Array, share: number, into: Float32Array): void {
  for (let x = 0; x < upper.length; x++) {
    const top = upper[x] as number;
    into[x] = top + ((lower[x] as number) - top) * share;
  }
}

/** The two source pixels around each pixel of a line, and the weight of the second. */
function samplesOf(size: number, zoom: number, shift: number) {
  const middle = (size - 1) / 2;
  const first = new Int32Array(size);
  const second = new Int32Array(size);
  const share = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const at = mirrored(middle + (i - middle) / zoom + shift * size, size - 1);
    const pixel = Math.min(size - 1, Math.floor(at));
    first[i] = pixel;
    second[i] = Math.min(size - 1, pixel + 1);
    share[i] = at - pixel;
  }
  return { first, second, share };
}

function mirrored(at: number, last: number): number {
  const turn = Math.abs(at) % (2 * last);
  return turn > last ? 2 * last - turn : turn;
}
