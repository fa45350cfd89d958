import { COSINES, MAX_CYCLES, SINES, TEMPLATE, TILE } from './tile.ts';
import type { Coefficients } from './tile-spectrum.ts';

/** Place of the tile in a frame, in pixels of the frame as it was marked. */
export interface TilePlace {
  x: number;
  y: number;
  /** how much better the template agrees there than by chance, in standard deviations */
  score: number;
}

const ROWS = MAX_CYCLES + 1;
const PHASES = TEMPLATE.map(({ phase }) => [Math.cos(phase), Math.sin(phase)] as const);

/**
 * The place at which the template agrees best: the largest value of the phase-only matched filter.
 * @param template the frame's coefficients at the template's waves
 * @param step rows from one that is looked at to the next: 2 costs half, and a twelfth of the score where it misses one
 */
export function findTile(template: Coefficients, step = 1): TilePlace {
  const { re, im } = filterRows(template);
  const best = { x: 0, y: 0, score: -Infinity };
  const upper = new Float32Array(TILE);
  const lower = new Float32Array(TILE);
  // Rows as far above as below share their cosines and, but for the sign, their sines.
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

/** For each number of cycles down and each column, the sum of the waves that have it. */
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
