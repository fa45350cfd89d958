import { createRandom } from '../../generator/random.ts';
import { PACKET_SAMPLES, SOUND_RATE, type Stereo } from './packet.ts';

/** Centres of the noise bands in Hz, an octave apart. */
const CENTRES = [62, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 14_000] as const;
export const BANDS = CENTRES.length;
/** Bands up to this one sound the same on both sides: low frequencies have no direction. */
const MONO_BANDS = 2;

/** Samples in a band, which loops every 5.5 s. */
const SIZE = 2 ** 18;
const MASK = SIZE - 1;
/** Samples between changes of the gains. */
const STEP = 240;
const SECOND_CHANNEL = 99_991;
const SETTLING = 16_384;

let shared: Float32Array[] | undefined;

/** White noise, split into bands with an RMS of 1 that loop seamlessly. Shared by all dreams; takes a moment. */
export function noiseBands(): readonly Float32Array[] {
  shared ??= buildBands();
  return shared;
}

/**
 * Gains of all bands at a moment: those of the left channel, then those of the right one.
 * @param seconds since the start of the dream
 */
export type Gains = (gains: Float64Array, seconds: number) => void;

/** Moving noise: a bank of bands whose gains change over time, as a filter would. It keeps no state between packets. */
export function createNoise(seed: number, gainsAt: Gains): (out: Stereo, from: number) => void {
  const offset = seed >>> 0;
  let [before, after] = [new Float64Array(BANDS * 2), new Float64Array(BANDS * 2)];
  const fill = (gains: Float64Array, at: number) => {
    gains.fill(0);
    gainsAt(gains, at / SOUND_RATE);
  };
  return ({ left, right }, from) => {
    const bands = noiseBands();
    fill(before, from);
    for (let at = 0; at < PACKET_SAMPLES; at += STEP) {
      fill(after, from + at + STEP);
      for (let band = 0; band < BANDS; band++) {
        const table = bands[band] as Float32Array;
        const start = (from + at + offset + band * 7919) % SIZE;
        addBand(left, at, table, start, before[band] as number, after[band] as number);
        const other = band < MONO_BANDS ? start : (start + SECOND_CHANNEL) & MASK;
        addBand(right, at, table, other, before[BANDS + band] as number, after[BANDS + band] as number);
      }
      [before, after] = [after, before];
    }
  };
}

function addBand(
  out: Float32Array,
  at: number,
  table: Float32Array,
  start: number,
  from: number,
  to: number,
): void {
  if (from < 1e-6 && to < 1e-6) return;
  const slope = (to - from) / STEP;
  let gain = from;
  for (let i = 0; i < STEP; i++) {
    out[at + i] = (out[at + i] as number) + (table[start + i] as number) * gain;
    gain += slope;
  }
}

function buildBands(): Float32Array[] {
  const random = createRandom(4711);
  const white = new Float32Array(SIZE);
  for (let i = 0; i < SIZE; i++) white[i] = random() * 2 - 1;
  return CENTRES.map((centre) => {
    // The first samples follow the last ones, so that a step may read past the end.
    const band = new Float32Array(SIZE + STEP);
    const [first, second] = [bandPass(centre), bandPass(centre)];
    for (let i = SIZE - SETTLING; i < SIZE; i++) second(first(white[i] as number));
    let power = 0;
    for (let i = 0; i < SIZE; i++) {
      const value = second(first(white[i] as number));
      band[i] = value;
      power += value * value;
    }
    const scale = 1 / Math.sqrt(power / SIZE);
    for (let i = 0; i < SIZE; i++) band[i] = (band[i] as number) * scale;
    band.copyWithin(SIZE, 0, STEP);
    return band;
  });
}

/** A second-order band-pass about an octave wide (Audio EQ Cookbook). */
function bandPass(centre: number): (sample: number) => number {
  const omega = (2 * Math.PI * centre) / SOUND_RATE;
  const alpha = Math.sin(omega) / (2 * 1.1);
  const b = alpha / (1 + alpha);
  const a1 = (-2 * Math.cos(omega)) / (1 + alpha);
  const a2 = (1 - alpha) / (1 + alpha);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = b * (x - x2) - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
}
