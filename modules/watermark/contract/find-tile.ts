import { COSINES, MAX_CYCLES, SINES, TEMPLATE, TILE } from './tile.ts';
import type { Coefficients } from './tile-spectrum.ts';

/** Position of the tile, in pixels of the frame as it was marked. */
export interface TilePlace {
  x: number;
  y: number;
  /** template correlation there, in standard deviations above chance */
  score: number;
}

const ROWS = MAX_CYCLES + 1;
const PHASES = TEMPLATE.map(({ phase }) => [Math.cos(phase), Math.sin(phase)] as const);

/**
 * Finds where the template matches best: the maximum of the phase-only matched filter.
 * @param template the frame's coefficients at the template's waves
 * @param step search every nth row; 2 halves the cost, and a twelfth of the score if the best row is skipped
 */
export function findTile(template: Coefficients, step = 1): TilePlace {
  const { re, im } = filterRows(template);
  const best = { x: 0, y: 0, score: -Infinity };
  const upper = new Float32Array(TILE);
  const lower = new Float32Array(TILE);
  // Rows equally far above and below share their cosines, and their sines but for the sign.
  for (let y = 0; y <= TILE / 2; y += step) {
    upper.fill(0);
    lower.fill(0);
    for (let down = 0; down < ROWS; down += 1) {
      const turn = (down * y) & (TILE - 1);
      const [cosine, sine] = [COSINES[turn] as number, SINES[turn] as number];
      for (let x = 0; x < TILE; x += 1) {
        const even = (re[down * TILE + x] as number) * cosine;
        const odd = (im[down * TILE + x] as number) * sine;
        (upper[x] as number) += even - odd;
        (lower[x] as number) += even + odd;
      }
    }
    keepBest(best, upper, y);
    keepBest(best, lower, (TILE - y) & (TILE - 1));
  }
  best.score /= Math.sqrt(TEMPLATE.length);
  return best;
}

/** Sums the waves for each vertical frequency and each column. */
function filterRows(template: Coefficients): Coefficients {
  const re = new Float32Array(ROWS * TILE);
  const im = new Float32Array(ROWS * TILE);
  for (const [at, { across, down }] of TEMPLATE.entries()) {
    const [cosine, sine] = PHASES[at] as readonly [number, number];
    const [a, b] = [template.re[at] as number, template.im[at] as number];
    const [real, imaginary] = [a * cosine - b * sine, a * sine + b * cosine];
    for (let x = 0; x < TILE; x += 1) {
      const turn = (across * x) & (TILE - 1);
      const [turnCosine, turnSine] = [COSINES[turn] as number, SINES[turn] as number];
      (re[down * TILE + x] as number) += real * turnCosine - imaginary * turnSine;
      (im[down * TILE + x] as number) += real * turnSine + imaginary * turnCosine;
    }
  }
  return { re, im };
}

function keepBest(best: TilePlace, line: Float32Array, y: number): void {
  for (let x = 0; x < TILE; x += 1)
    if ((line[x] as number) > best.score) {
      best.score = line[x] as number;
      best.x = x;
      best.y = y;
    }
}
