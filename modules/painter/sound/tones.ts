import { PACKET_SAMPLES, SOUND_RATE, type Stereo } from './packet.ts';

/** Below this, −66 dB, a decaying tone counts as over. */
const FLOOR = 5e-4;

interface Ring {
  /** position of its first sample */
  start: number;
  hertz: number;
  /** seconds until it has faded to 1/e */
  decay: number;
  left: number;
  right: number;
}

/** Seconds until a ring is inaudible. */
export const ringSeconds = (decay: number): number => decay * -Math.log(FLOOR);

/** Adds a struck, decaying sine: a drop, a click, a bell's partial. */
export function ring({ left, right }: Stereo, from: number, note: Ring): void {
  const start = Math.round(note.start);
  const end = start + ringSeconds(note.decay) * SOUND_RATE;
  const first = Math.max(from, start);
  const last = Math.min(from + PACKET_SAMPLES, end);
  if (first >= last || note.hertz > SOUND_RATE * 0.45) return;
  const omega = (2 * Math.PI * note.hertz) / SOUND_RATE;
  const fade = Math.exp(-1 / (note.decay * SOUND_RATE));
  const level = fade ** (first - start);
  // one rotation per sample is cheaper than a sine
  const [turnX, turnY] = [Math.cos(omega) * fade, Math.sin(omega) * fade];
  let x = Math.cos(omega * (first - start)) * level;
  let y = Math.sin(omega * (first - start)) * level;
  for (let i = first - from; i < last - from; i++) {
    left[i] = (left[i] as number) + y * note.left;
    right[i] = (right[i] as number) + y * note.right;
    const next = x * turnX - y * turnY;
    y = x * turnY + y * turnX;
    x = next;
  }
}

interface Note {
  /** position of its first sample */
  start: number;
  seconds: number;
  /** frequency in Hz at its start, middle and end */
  hertz: readonly [start: number, middle: number, end: number];
  /** gains of its harmonics, the fundamental first; default: only that */
  harmonics?: readonly number[];
  /** vibrato: cycles per second, and depth in Hz */
  vibrato?: readonly [rate: number, depth: number];
  /** 0–1: share of the note until it is loudest; default: half */
  attack?: number;
  left: number;
  right: number;
}

const PURE = [1];

/** Adds a note that glides: a bird's, a whale's, a horn's. Its phase is a polynomial, so it is exact from anywhere. */
export function glide({ left, right }: Stereo, from: number, note: Note): void {
  const start = Math.round(note.start);
  const length = Math.round(note.seconds * SOUND_RATE);
  const first = Math.max(from, start);
  const last = Math.min(from + PACKET_SAMPLES, start + length);
  if (first >= last) return;
  const [low, middle, high] = note.hertz;
  // frequency = low + slope·t + bend·t², t from 0 to 1
  const bend = 2 * (low + high) - 4 * middle;
  const slope = high - low - bend;
  const [rate, depth] = note.vibrato ?? [0, 0];
  const harmonics = note.harmonics ?? PURE;
  const attack = note.attack ?? 0.5;
  for (let i = first - from; i < last - from; i++) {
    const t = (i + from - start) / length;
    const seconds = t * note.seconds;
    let cycles = note.seconds * t * (low + t * (slope / 2 + (t * bend) / 3));
    if (rate > 0) cycles += (depth / (2 * Math.PI * rate)) * (1 - Math.cos(2 * Math.PI * rate * seconds));
    const phase = 2 * Math.PI * cycles;
    // sin((h + 1)φ) = 2 cos φ · sin(hφ) − sin((h − 1)φ)
    let before = 0;
    let sine = Math.sin(phase);
    const double = harmonics.length > 1 ? 2 * Math.cos(phase) : 0;
    let value = 0;
    for (let h = 0; h < harmonics.length; h++) {
      value += sine * (harmonics[h] as number);
      const next = double * sine - before;
      before = sine;
      sine = next;
    }
    const shape = t < attack ? t / attack : (1 - t) / (1 - attack);
    value *= shape * shape * (3 - 2 * shape);
    left[i] = (left[i] as number) + value * note.left;
    right[i] = (right[i] as number) + value * note.right;
  }
}

/** One steady sine of a hum. Its gains change over time. */
export interface Partial {
  hertz: number;
  gains(seconds: number): readonly [left: number, right: number];
}

/** Adds sines that never end. Their phase is computed from the position, so an hour later it is still exact. */
export function hum({ left, right }: Stereo, from: number, partials: readonly Partial[]): void {
  for (const { hertz, gains } of partials) {
    const omega = (2 * Math.PI * hertz) / SOUND_RATE;
    const phase = (((hertz * from) / SOUND_RATE) % 1) * 2 * Math.PI;
    const [left0, right0] = gains(from / SOUND_RATE);
    const [left1, right1] = gains((from + PACKET_SAMPLES) / SOUND_RATE);
    const [turnX, turnY] = [Math.cos(omega), Math.sin(omega)];
    let x = Math.cos(phase);
    let y = Math.sin(phase);
    let [gainLeft, gainRight] = [left0, right0];
    const slopeLeft = (left1 - left0) / PACKET_SAMPLES;
    const slopeRight = (right1 - right0) / PACKET_SAMPLES;
    for (let i = 0; i < PACKET_SAMPLES; i++) {
      left[i] = (left[i] as number) + y * gainLeft;
      right[i] = (right[i] as number) + y * gainRight;
      gainLeft += slopeLeft;
      gainRight += slopeRight;
      const next = x * turnX - y * turnY;
      y = x * turnY + y * turnX;
      x = next;
    }
  }
}
