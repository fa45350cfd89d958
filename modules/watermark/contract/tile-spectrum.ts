import { CODE, COSINES, MAX_CYCLES, SINES, TEMPLATE, TILE, type Wave } from './tile.ts';

/** Values of a frame, width × height, row by row. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

/** Fourier coefficients of a set of waves. */
export interface Coefficients {
  re: Float32Array;
  im: Float32Array;
}

/** Columns of a transformed row: 0 to MAX_CYCLES cycles. */
const COLUMNS = MAX_CYCLES + 1;
/** Rings of about equal frequency, within which a frame's own energy is about even. */
const RING_CYCLES = 3;
export const RINGS = Math.ceil(MAX_CYCLES / RING_CYCLES);

/** Sums all tiles of a frame. `across` and `down` are its scale relative to the marked frame. */
export function foldTiles({ values, width, height }: Plane, across: number, down: number): Float32Array {
  const tile = new Float32Array(TILE * TILE);
  const columns = new Uint8Array(width);
  for (let x = 0; x < width; x += 1) columns[x] = Math.floor((x + 0.5) / across) & (TILE - 1);
  for (let y = 0; y < height; y += 1) {
    const row = (Math.floor((y + 0.5) / down) & (TILE - 1)) * TILE;
    const start = y * width;
    for (let x = 0; x < width; x += 1)
      (tile[row + (columns[x] as number)] as number) += values[start + x] as number;
  }
  return tile;
}

/** Waves of a folded frame, each ring normalised to deviation 1. The code's waves are computed on demand. */
export type Spectrum = ReturnType<typeof spectrumOf>;

export function spectrumOf(tile: Float32Array) {
  const rows = transformRows(tile);
  const template = transformColumns(rows, TEMPLATE);
  const deviations = normalise(template, TEMPLATE);
  return {
    template,
    code(): Coefficients {
      const code = transformColumns(rows, CODE);
      normalise(code, CODE, deviations);
      return code;
    },
  };
}

/** Rows are real, so values equally far from the middle share their cosines, and their sines but for the sign. */
function transformRows(tile: Float32Array): Coefficients {
  const re = new Float32Array(TILE * COLUMNS);
  const im = new Float32Array(TILE * COLUMNS);
  const half = TILE / 2;
  const even = new Float32Array(half);
  const odd = new Float32Array(half);
  for (let y = 0; y < TILE; y += 1) {
    const start = y * TILE;
    for (let x = 1; x < half; x += 1) {
      const [left, right] = [tile[start + x] as number, tile[start + TILE - x] as number];
      even[x] = left + right;
      odd[x] = left - right;
    }
    for (let across = 0; across < COLUMNS; across += 1) {
      let cosine = (tile[start] as number) + (across % 2 === 0 ? 1 : -1) * (tile[start + half] as number);
      let sine = 0;
      for (let x = 1; x < half; x += 1) {
        const turn = (across * x) & (TILE - 1);
        cosine += (even[x] as number) * (COSINES[turn] as number);
        sine -= (odd[x] as number) * (SINES[turn] as number);
      }
      re[y * COLUMNS + across] = cosine;
      im[y * COLUMNS + across] = sine;
    }
  }
  return { re, im };
}

function transformColumns(rows: Coefficients, waves: readonly Wave[]): Coefficients {
  const made = { re: new Float32Array(waves.length), im: new Float32Array(waves.length) };
  for (const [at, { across, down }] of waves.entries()) {
    const column = Math.abs(across);
    const mirrored = across < 0 ? -1 : 1;
    let [re, im] = [0, 0];
    for (let y = 0; y < TILE; y += 1) {
      const turn = (down * y) & (TILE - 1);
      const [cosine, sine] = [COSINES[turn] as number, SINES[turn] as number];
      const real = rows.re[y * COLUMNS + column] as number;
      const imaginary = mirrored * (rows.im[y * COLUMNS + column] as number);
      re += real * cosine + imaginary * sine;
      im += imaginary * cosine - real * sine;
    }
    made.re[at] = re;
    made.im[at] = im;
  }
  return made;
}

/** Divides by each ring's deviation, in place; by default the coefficients' own. */
function normalise(
  { re, im }: Coefficients,
  waves: readonly Wave[],
  given?: readonly number[],
): readonly number[] {
  const rings = waves.map(ringOf);
  const deviations = given ?? deviationsOf(rings, { re, im });
  for (const [at, ring] of rings.entries()) {
    (re[at] as number) /= deviations[ring] as number;
    (im[at] as number) /= deviations[ring] as number;
  }
  return deviations;
}

/** The last ring includes the upper limit of the band. */
export const ringOf = ({ across, down }: Wave): number =>
  Math.floor(Math.min(Math.hypot(across, down), MAX_CYCLES - 1) / RING_CYCLES);

function deviationsOf(rings: readonly number[], { re, im }: Coefficients): number[] {
  const sums: { power: number; count: number }[] = [];
  for (const [at, ring] of rings.entries()) {
    sums[ring] ??= { power: 0, count: 0 };
    sums[ring].power += (re[at] as number) ** 2 + (im[at] as number) ** 2;
    sums[ring].count += 2;
  }
  return sums.map(({ power, count }) => Math.sqrt(power / count) || 1);
}
