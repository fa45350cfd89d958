import { createRandom, pick } from '../../../generator/random.ts';
import { fromOklch, hex, mix, type Rgb, scale, shift, toOklch } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createPixels, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

const COLUMNS = 320;
const ROWS = 180;
const RAMP = 512;

/**
 * Folded silk or ink in water, for words without visual meaning. The prompt's hash decides the colours and the folds'
 * scale, direction and speed.
 */
export function createAbstract(spec: SceneSpec, palette: Palette, seed: number): Layer {
  const buffer = createPixels(COLUMNS, ROWS);
  const { smooth, ridged } = noiseFields();
  const random = createRandom((spec.whims[0] ?? spec.key) ^ seed);
  const ramp = colourRamp(spec, palette, random);
  const zoom = 0.46 + random() * 0.3;
  const stretch = 0.55 + random() * 1.3;
  const turn = (random() - 0.5) * 2.4;
  const fold = 90 + random() * 90 + spec.swirl * 30;
  const bands = 1.25 + random() * 0.7;
  const crest = random() * 0.16;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const origin = seed & 511;
  const field = new Float32Array(COLUMNS * ROWS);
  const { pixels } = buffer;
  return {
    draw(context, { t }) {
      for (let y = 0; y < ROWS; y++) {
        for (let x = 0; x < COLUMNS; x++) {
          const px = (x - COLUMNS / 2) * zoom;
          const py = (y - ROWS / 2) * zoom;
          const u = (px * cos - py * sin) * stretch;
          const v = px * sin + py * cos;
          const ax = sample(smooth, u * 0.9 + origin + t * 0.7, v * 0.9 + t * 0.4) - 0.5;
          const ay = sample(smooth, u * 0.9 - t * 0.5 + 210, v * 0.9 + origin) - 0.5;
          const n = sample(smooth, u * 0.7 + ax * fold + 90, v + ay * fold + t * 0.6 + origin);
          const r = sample(ridged, u * 0.5 + ay * fold * 0.6, v * 0.5 - ax * fold * 0.6 + t * 0.35);
          field[y * COLUMNS + x] = n * (1 - crest) + r * crest + ax * 0.35;
        }
      }
      shade(field, ramp, bands, pixels);
      buffer.flush();
      context.drawImage(buffer.canvas, 0, 0, WIDTH, HEIGHT);
    },
  };
}

/** Colours the field and lights it like folded cloth, with the gradient as its relief. */
function shade(field: Float32Array, ramp: Uint8ClampedArray, bands: number, pixels: Uint8ClampedArray): void {
  for (let y = 0; y < ROWS; y++) {
    const up = (y > 0 ? y - 1 : 0) * COLUMNS;
    const down = (y < ROWS - 1 ? y + 1 : y) * COLUMNS;
    for (let x = 0; x < COLUMNS; x++) {
      const here = field[y * COLUMNS + x] as number;
      const gx =
        (field[y * COLUMNS + Math.min(COLUMNS - 1, x + 1)] as number) -
        (field[y * COLUMNS + Math.max(0, x - 1)] as number);
      const gy = (field[down + x] as number) - (field[up + x] as number);
      const relief = 1 / Math.sqrt(1 + 2600 * (gx * gx + gy * gy));
      const facing = (-gx * 0.75 - gy) * 24;
      const sheen = Math.min(1, Math.max(0, facing * relief)) ** 3 * 130;
      const level = 0.5 + relief * 0.32 + facing * relief * 0.55;
      const wave = here * bands;
      const place = Math.abs(wave - 2 * Math.floor(wave / 2 + 0.5));
      const from = Math.min(RAMP - 1, (place * (RAMP - 1)) | 0) * 3;
      const index = (y * COLUMNS + x) * 4;
      pixels[index] = (ramp[from] as number) * level + sheen;
      pixels[index + 1] = (ramp[from + 1] as number) * level + sheen * 0.95;
      pixels[index + 2] = (ramp[from + 2] as number) * level + sheen;
      pixels[index + 3] = 255;
    }
  }
}

function colourRamp(spec: SceneSpec, palette: Palette, random: () => number): Uint8ClampedArray {
  const stops = rampStops(spec, palette, random);
  const ramp = new Uint8ClampedArray(RAMP * 3);
  for (let i = 0; i < RAMP; i++) {
    const at = (i / (RAMP - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    const t = at - low;
    const colour = mix(stops[low] as Rgb, stops[low + 1] as Rgb, t * t * (3 - 2 * t));
    ramp.set(colour, i * 3);
  }
  return ramp;
}

/** Colour schemes that look good when folded together, dark to light. */
const SCHEMES: [string[], ...string[][]] = [
  ['#0b0a26', '#33207a', '#8a3fb0', '#e0719f', '#ffd0b0'],
  ['#04171f', '#0a4a5c', '#1f9a9a', '#7fd8bf', '#f4f0d8'],
  ['#120824', '#4a1470', '#b02a7a', '#ff7a5c', '#ffd98a'],
  ['#060d24', '#173a80', '#4a7fe0', '#b0a8f4', '#ffdfe6'],
  ['#1a0816', '#6a1434', '#c8443c', '#f4a04c', '#fff0c8'],
  ['#041a1a', '#0d5a52', '#3fae7c', '#c8dc7a', '#fff6dc'],
  ['#0a0c20', '#24406a', '#3fa6b8', '#d49ad8', '#ffd6ea'],
  ['#050a1c', '#0e2f6e', '#1f8ad8', '#6fe4ea', '#f2ffff'],
];

/** A ramp from a deep tone through two related hues to a light one; the prompt's colours replace the middle. */
function rampStops(spec: SceneSpec, palette: Palette, random: () => number): Rgb[] {
  const asked = [...spec.tints, ...Object.values(spec.colours)].map(hex);
  if (asked.length > 0) {
    const first = asked[0] as Rgb;
    const last = asked.at(-1) as Rgb;
    const { hue } = toOklch(first);
    const deep = fromOklch({ lightness: 0.16, chroma: 0.06, hue });
    return [deep, scale(first, 0.7), ...asked, mix(last, [255, 245, 235], 0.62)];
  }
  const scheme = pick(random, SCHEMES).map(hex);
  const turn = (random() - 0.5) * 24;
  return scheme.map((colour) => scale(shift(colour, turn), palette.night ? 0.85 : 1));
}
