import { mix, type Rgb } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, drawSliding, HEIGHT, type Layer, MARGIN, WIDTH } from '../../surface.ts';

/** A point of the ground, as `paint` receives it. */
export interface GroundPoint {
  x: number;
  z: number;
  height: number;
  /** rise to the right, and away from the viewer */
  slopeX: number;
  slopeZ: number;
}

/** A landscape's shape and colours. Distances are in world units; the foreground is at about 2. */
export interface Landscape {
  height(x: number, z: number): number;
  /** writes red, green, blue (0–255), and how strongly haze applies (normally 1) */
  paint(point: GroundPoint, out: Float32Array): void;
}

interface TerrainOptions {
  horizonY: number;
  /** height of the eye above 0 */
  eye: number;
  near: number;
  far: number;
  /** distance at which haze hides about two thirds */
  haze: number;
  /** heights at or below this aren't painted, because they are under water */
  floor: number;
  /** factor by which the stride grows with distance; smaller for land with hard edges */
  step?: number;
  /** camera position */
  x: number;
  z: number;
}

const SPREAD = 2;
const STRIDES_A_PART = 80;
const FULL_WIDTH = WIDTH + 2 * MARGIN;
const FOCAL = WIDTH * 0.8;

/**
 * Renders a height field column by column from near to far, with true perspective: ridges occlude each other, light
 * follows the slope, and haze grows with distance. Each call paints one band of depth, which then slides with the
 * camera as a whole.
 */
export function* createTerrain(
  palette: Palette,
  landscape: Landscape,
  options: TerrainOptions,
): Generator<void, Layer, void> {
  const sheet = createPixels(FULL_WIDTH, HEIGHT);
  const { pixels } = sheet;
  const cells = Math.ceil(FULL_WIDTH / SPREAD) + 2;
  const tops = new Float32Array(FULL_WIDTH).fill(HEIGHT);
  let before = new Float32Array(cells);
  let row = new Float32Array(cells);
  let after = new Float32Array(cells);
  const out = new Float32Array(4);
  const point: GroundPoint = { x: 0, z: 0, height: 0, slopeX: 0, slopeZ: 0 };
  const hazes = hazeAlong(palette);
  const step = options.step ?? 1.0072;
  let highest = HEIGHT;
  let strides = 0;
  fillRow(before, landscape, options, options.near / step);
  fillRow(row, landscape, options, options.near);
  for (let z = options.near; z < options.far; z *= step) {
    if (++strides % STRIDES_A_PART === 0) yield;
    fillRow(after, landscape, options, z * step);
    const dz = z * (step - 1 / step);
    const dx = (SPREAD * 2 * z) / FOCAL;
    const veil = 1 - Math.exp(-((z / options.haze) ** 1.35));
    for (let i = 0; i < FULL_WIDTH; i++) {
      const cell = i / SPREAD + 1;
      const left = cell | 0;
      const part = cell - left;
      const a = row[left] as number;
      const height = a + ((row[left + 1] as number) - a) * part;
      if (height <= options.floor) continue;
      const y = options.horizonY + ((options.eye - height) * FOCAL) / z;
      const top = tops[i] as number;
      if (y >= top) continue;
      point.x = options.x + ((i - FULL_WIDTH / 2) * z) / FOCAL;
      point.z = options.z + z;
      point.height = height;
      point.slopeX = ((row[left + 1] as number) - (row[left - 1] as number)) / dx;
      point.slopeZ = ((after[left] as number) - (before[left] as number)) / dz;
      landscape.paint(point, out);
      const haze = hazes[((i * hazes.length) / FULL_WIDTH) | 0] as Rgb;
      const amount = veil * (out[3] as number);
      const r = (out[0] as number) + (haze[0] - (out[0] as number)) * amount;
      const g = (out[1] as number) + (haze[1] - (out[1] as number)) * amount;
      const b = (out[2] as number) + (haze[2] - (out[2] as number)) * amount;
      fillSpan(pixels, i, Math.max(0, y), top, r, g, b);
      tops[i] = y;
      if (y < highest) highest = y;
    }
    const spare = before;
    before = row;
    row = after;
    after = spare;
  }
  const rowsFrom = Math.max(0, Math.floor(highest));
  const canvas = sheet.crop(rowsFrom);
  return {
    draw: (context, moment) => drawSliding(context, canvas, rowsFrom, moment, Math.min(1, 3 / options.near)),
  };
}

function fillRow(row: Float32Array, landscape: Landscape, options: TerrainOptions, z: number): void {
  for (let i = 0; i < row.length; i++) {
    const x = options.x + (((i - 1) * SPREAD - FULL_WIDTH / 2) * z) / FOCAL;
    row[i] = landscape.height(x, options.z + z);
  }
}

/** Haze is brighter on the side of the light. */
function hazeAlong(palette: Palette): Rgb[] {
  return Array.from({ length: 64 }, (_, i) => {
    const near = Math.exp(-(((i / 63 - palette.lightX) * 2.2) ** 2));
    return mix(palette.haze, palette.halo, near * (palette.night ? 0.15 : 0.4));
  });
}

/** Fills one column from y to `bottom`, weighting both end pixels by coverage for smooth ridges. */
function fillSpan(
  pixels: Uint8ClampedArray,
  x: number,
  y: number,
  bottom: number,
  r: number,
  g: number,
  b: number,
) {
  const first = y | 0;
  const last = Math.min(HEIGHT - 1, Math.ceil(bottom) - 1);
  for (let py = first; py <= last; py++) {
    const index = (py * FULL_WIDTH + x) * 4;
    const held = pixels[index + 3] as number;
    const cover = 255 * (Math.min(bottom, py + 1) - Math.max(y, py));
    if (held === 0) {
      pixels[index] = r;
      pixels[index + 1] = g;
      pixels[index + 2] = b;
      pixels[index + 3] = cover;
    } else {
      const total = held + cover;
      pixels[index] = ((pixels[index] as number) * held + r * cover) / total;
      pixels[index + 1] = ((pixels[index + 1] as number) * held + g * cover) / total;
      pixels[index + 2] = ((pixels[index + 2] as number) * held + b * cover) / total;
      pixels[index + 3] = total;
    }
  }
}
