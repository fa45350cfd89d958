import { luminance, mix, type Rgb, scale } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, type Surface, WIDTH } from '../../surface.ts';

/** A point in a figure's box: x to the right, y down, z towards the viewer. */
export type Point3 = readonly [x: number, y: number, z: number];

/** A tapered capsule of a figure's body. Neighbouring limbs melt into each other. */
export interface Limb {
  from: Point3;
  to: Point3;
  /** radius at each end */
  girth: readonly [from: number, to: number];
  colour: Rgb;
  /** colour of the lower side */
  belly?: Rgb;
  /** colour of the far end, and where it starts (0–1) */
  tip?: readonly [colour: Rgb, at: number];
  /** stripes across it: their colour and number */
  bands?: readonly [colour: Rgb, count: number];
  /** 0–1: strength of the hair's streaks */
  fur?: number;
  /** 0–1: mirror-like shine */
  gloss?: number;
}

/** The light on a figure. Its direction points towards the light. */
export interface Lighting {
  towards: Point3;
  key: Rgb;
  sky: Rgb;
  bounce: Rgb;
  rim: Rgb;
  /** 0–1 */
  rimStrength: number;
  haze: Rgb;
  hazeAmount: number;
}

/** The scene's light as it falls on something at `x`. `floor` is the colour of the ground below it. */
export function lightingOf(palette: Palette, x: number, floor: Rgb, haze = 0.04): Lighting {
  const low = palette.lightY > 0.35;
  const side = Math.max(-1, Math.min(1, (palette.lightX - x / WIDTH) * 3.2));
  const sun = mix(palette.light, palette.halo, low ? 0.5 : 0.2);
  const level = palette.exposure * (palette.night ? 0.42 : low ? 0.8 : 1);
  const sky = mix(palette.upper, palette.horizon, 0.4);
  const lift = palette.night ? 1.9 : low ? 0.8 : 0.62;
  const air = scale(sky, lift / Math.max(0.35, luminance(sky) + 0.25));
  return {
    towards: unit([
      side * (low ? 0.9 : 0.65) + (side >= 0 ? 0.15 : -0.15),
      low ? -0.45 : -0.8,
      low ? 0.22 : 0.5,
    ]),
    key: scale(sun, level * (low ? 1.05 : 1.12)),
    sky: scale(air, 0.62 * (0.35 + palette.exposure * 0.65)),
    bounce: scale(floor, 0.34 * palette.exposure),
    rim: mix(palette.light, palette.halo, 0.45),
    rimStrength: palette.night ? 0.5 : low ? 1.3 : 0.45,
    haze: palette.haze,
    hazeAmount: haze,
  };
}

export function unit([x, y, z]: Point3): Point3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** Distance at which limbs no longer affect each other, in units of `1 / melt`. */
const FAR = 5;
/** Values kept for each pixel: weight, normal, colour, gloss, and the sum that gives its distance from the body. */
const KEPT = 9;

export interface Blend {
  /** the larger, the less limbs run into each other's outline */
  melt: number;
  /** the larger, the more strictly the nearer limb hides the other */
  sharp: number;
}

/** Renders limbs as one lit body. `detail` is in pixels per unit. */
export function renderSolid(
  limbs: readonly Limb[],
  width: number,
  height: number,
  lighting: Lighting,
  detail: number,
  { melt, sharp }: Blend = { melt: 0.95, sharp: 0.5 },
): Surface {
  const [columns, rows] = [Math.ceil(width * detail), Math.ceil(height * detail)];
  const sums = new Float32Array(columns * rows * KEPT);
  for (const [i, limb] of limbs.entries()) addLimb(limb, i, columns, rows, detail, { melt, sharp }, sums);
  const image = createPixels(columns, rows);
  for (let at = 0; at < columns * rows; at++) {
    const from = at * KEPT;
    if (sums[from] === 0) continue;
    const alpha = 0.5 + (Math.log(sums[from + 8] as number) / melt) * detail;
    if (alpha <= 0) continue;
    shade(image.pixels, at * 4, sums, from, lighting);
    image.pixels[at * 4 + 3] = 255 * Math.min(1, alpha);
  }
  image.flush();
  return image.canvas;
}

function addLimb(
  limb: Limb,
  salt: number,
  columns: number,
  rows: number,
  detail: number,
  { melt, sharp }: Blend,
  sums: Float32Array,
): void {
  const { soft } = noiseFields();
  const { from, to, girth, colour, belly, tip, bands, fur = 0, gloss = 0 } = limb;
  const [x0, y0, z0] = from;
  const [g0, g1] = girth;
  const [dx, dy, dz] = [to[0] - x0, to[1] - y0, to[2] - z0];
  const length2 = Math.max(1e-6, dx * dx + dy * dy);
  const length = Math.sqrt(length2);
  const far = FAR / melt;
  // a tapering body faces its thin end a little
  const lean = Math.max(-0.7, Math.min(0.7, length > 1 ? (g0 - g1) / length : 0));
  const [leanX, leanY] = [(dx / length) * lean, (dy / length) * lean];
  const reach = Math.max(g0, g1) + far;
  const left = Math.max(0, Math.floor((Math.min(x0, to[0]) - reach) * detail));
  const right = Math.min(columns, Math.ceil((Math.max(x0, to[0]) + reach) * detail));
  const top = Math.max(0, Math.floor((Math.min(y0, to[1]) - reach) * detail));
  const bottom = Math.min(rows, Math.ceil((Math.max(y0, to[1]) + reach) * detail));
  for (let row = top; row < bottom; row++) {
    const y = (row + 0.5) / detail - y0;
    for (let column = left; column < right; column++) {
      const x = (column + 0.5) / detail - x0;
      const t = (x * dx + y * dy) / length2;
      const along = Math.max(0, Math.min(1, t));
      const ox = x - dx * along;
      const oy = y - dy * along;
      const radius = g0 + (g1 - g0) * along;
      const limit = radius + far;
      const apart2 = ox * ox + oy * oy;
      if (apart2 > limit * limit) continue;
      let apart = Math.sqrt(apart2);
      let light = 1;
      if (fur > 0) {
        const across = length > 1 ? (ox * dy - oy * dx) / length : ox;
        const streak = (sample(soft, along * length * 1.1 + salt * 37, across * 7 + salt * 91) - 0.5) * fur;
        apart += streak * Math.min(2.2, radius * 0.2);
        light += streak * 1.5;
      }
      const outside = apart - radius;
      const at = (row * columns + column) * KEPT;
      // deep inside a limb, the exact distance doesn't matter
      sums[at + 8] = (sums[at + 8] as number) + (outside < -3 ? 30 : Math.exp(-melt * outside));
      const inner = Math.min(apart, radius * 0.985);
      const bulge = Math.sqrt(radius * radius - inner * inner);
      const depth = z0 + dz * along + (outside > 0 ? -outside * 5 : bulge);
      const w = Math.exp(Math.max(-60, Math.min(60, depth * sharp)));
      const share = apart > 0 ? inner / apart / radius : 0;
      let r = colour[0];
      let g = colour[1];
      let b = colour[2];
      if (bands) {
        const amount = smooth(0.25, 0.7, Math.sin((along * bands[1] + apart * 0.02) * Math.PI * 2)) * 0.75;
        r += (bands[0][0] - r) * amount;
        g += (bands[0][1] - g) * amount;
        b += (bands[0][2] - b) * amount;
      }
      if (belly) {
        const amount = smooth(0.1, 0.65, oy / radius);
        r += (belly[0] - r) * amount;
        g += (belly[1] - g) * amount;
        b += (belly[2] - b) * amount;
      }
      if (tip && along > tip[1] - 0.08) {
        const amount = smooth(tip[1] - 0.08, tip[1] + 0.08, along);
        r += (tip[0][0] - r) * amount;
        g += (tip[0][1] - g) * amount;
        b += (tip[0][2] - b) * amount;
      }
      sums[at] = (sums[at] as number) + w;
      sums[at + 1] = (sums[at + 1] as number) + w * (ox * share + leanX);
      sums[at + 2] = (sums[at + 2] as number) + w * (oy * share + leanY);
      sums[at + 3] = (sums[at + 3] as number) + (w * bulge) / radius;
      sums[at + 4] = (sums[at + 4] as number) + w * r * light;
      sums[at + 5] = (sums[at + 5] as number) + w * g * light;
      sums[at + 6] = (sums[at + 6] as number) + w * b * light;
      sums[at + 7] = (sums[at + 7] as number) + w * gloss;
    }
  }
}

function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

/** One pixel's light: the sun, the sky above, the ground below, and the bright edge towards the sun. */
function shade(
  pixels: Uint8ClampedArray,
  to: number,
  sums: Float32Array,
  from: number,
  { towards, key, sky, bounce, rim, rimStrength, haze, hazeAmount }: Lighting,
): void {
  const over = 1 / (sums[from] as number);
  let x = (sums[from + 1] as number) * over;
  let y = (sums[from + 2] as number) * over;
  let z = (sums[from + 3] as number) * over;
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  x /= length;
  y /= length;
  z /= length;
  const [lx, ly, lz] = towards;
  const half = (x * lx + y * ly + z * lz) * 0.5 + 0.5;
  const diffuse = half * half;
  const up = 0.5 - y * 0.5;
  const grazing = 1 - Math.max(0, z);
  const edge = grazing * grazing * grazing * Math.max(0, x * lx * 1.2 - y * 0.5) * rimStrength * 0.75;
  const gloss = (sums[from + 7] as number) * over;
  const mirror = (x * lx + y * ly + z * (lz + 1)) / Math.sqrt(2 + 2 * lz);
  const spark = gloss > 0.02 && mirror > 0 ? gloss * mirror ** 24 : 0;
  for (let i = 0; i < 3; i++) {
    const light =
      ((key[i] as number) * diffuse +
        (sky[i] as number) * (0.35 + 0.65 * up) +
        (bounce[i] as number) * (1 - up)) /
      255;
    const lit = (sums[from + 4 + i] as number) * over * light + (rim[i] as number) * (edge + spark);
    pixels[to + i] = lit + ((haze[i] as number) - lit) * hazeAmount;
  }
}
