import { createRandom } from '../generator/random.ts';

/**
 * Size of the tileable noise textures, which are built once. A lookup takes a few nanoseconds, so clouds, water and
 * aurora can be computed every frame.
 */
const FIELD_SIZE = 512;
const MASK = FIELD_SIZE - 1;

/** 512×512 values of 0–1 that tile seamlessly. */
type NoiseField = Float32Array;

interface NoiseFields {
  /** broad waves only: dunes, silk */
  smooth: NoiseField;
  /** soft sums of octaves: clouds, hills */
  soft: NoiseField;
  /** crests and lightning-like lines; 1 on the crest */
  ridged: NoiseField;
  /** cauliflower shapes: round tops, sharp valleys */
  billow: NoiseField;
}

type Kind = 'smooth' | 'soft' | 'ridged' | 'billow';

let shared: NoiseFields | undefined;

/** Shared by all dreams; the seed only picks positions on the textures. */
export function noiseFields(): NoiseFields {
  shared ??= {
    smooth: buildField(5, 'smooth'),
    soft: buildField(11, 'soft'),
    ridged: buildField(23, 'ridged'),
    billow: buildField(37, 'billow'),
  };
  return shared;
}

/** Bilinear lookup; coordinates are texels and wrap around. */
export function sample(field: NoiseField, x: number, y: number): number {
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const tx = x - fx;
  const ty = y - fy;
  const x0 = fx & MASK;
  const x1 = (fx + 1) & MASK;
  const row0 = (fy & MASK) * FIELD_SIZE;
  const row1 = ((fy + 1) & MASK) * FIELD_SIZE;
  const a = field[row0 + x0] as number;
  const b = field[row0 + x1] as number;
  const c = field[row1 + x0] as number;
  const d = field[row1 + x1] as number;
  const top = a + (b - a) * tx;
  return top + (c + (d - c) * tx - top) * ty;
}

/** 0 below the first edge, 1 above the second, smooth in between. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

function buildField(seed: number, kind: Kind): NoiseField {
  const field = new Float32Array(FIELD_SIZE * FIELD_SIZE);
  let amplitude = 1;
  const finest = kind === 'smooth' ? 16 : 128;
  for (let cells = 4; cells <= finest; cells *= 2) {
    addOctave(field, seed + cells, cells, amplitude, kind);
    amplitude *= kind === 'smooth' ? 0.36 : kind === 'billow' ? 0.46 : 0.5;
  }
  return normalise(field);
}

function addOctave(field: NoiseField, seed: number, cells: number, amplitude: number, kind: Kind): void {
  const random = createRandom(seed);
  const gradients = new Float32Array(cells * cells * 2);
  for (let i = 0; i < cells * cells; i++) {
    const angle = random() * Math.PI * 2;
    gradients[i * 2] = Math.cos(angle);
    gradients[i * 2 + 1] = Math.sin(angle);
  }
  const step = cells / FIELD_SIZE;
  for (let y = 0; y < FIELD_SIZE; y++) {
    const cy = Math.floor(y * step);
    const ty = y * step - cy;
    const sy = ty * ty * ty * (ty * (ty * 6 - 15) + 10);
    const row0 = cy * cells;
    const row1 = ((cy + 1) % cells) * cells;
    for (let x = 0; x < FIELD_SIZE; x++) {
      const cx = Math.floor(x * step);
      const tx = x * step - cx;
      const sx = tx * tx * tx * (tx * (tx * 6 - 15) + 10);
      const cx1 = (cx + 1) % cells;
      const a = dot(gradients, row0 + cx, tx, ty);
      const b = dot(gradients, row0 + cx1, tx - 1, ty);
      const c = dot(gradients, row1 + cx, tx, ty - 1);
      const d = dot(gradients, row1 + cx1, tx - 1, ty - 1);
      const top = a + (b - a) * sx;
      const value = top + (c + (d - c) * sx - top) * sy;
      const shaped =
        kind === 'ridged' ? 1 - 2 * Math.abs(value) : kind === 'billow' ? Math.abs(value) * 2 : value;
      const index = y * FIELD_SIZE + x;
      field[index] = (field[index] as number) + shaped * amplitude;
    }
  }
}

function dot(gradients: Float32Array, cell: number, x: number, y: number): number {
  return (gradients[cell * 2] as number) * x + (gradients[cell * 2 + 1] as number) * y;
}

function normalise(field: NoiseField): NoiseField {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of field) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const range = high - low;
  for (let i = 0; i < field.length; i++) field[i] = ((field[i] as number) - low) / range;
  return field;
}
