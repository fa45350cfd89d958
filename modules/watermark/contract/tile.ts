import { codeLength, encodeBits } from './convolutional-code.ts';
import { PAYLOAD_BITS, payloadOf } from './watermark-id.ts';

/** Side of the tile that repeats across a frame, in pixels of the frame as it was marked. */
export const TILE = 128;
/**
 * The mark's frequency band, in cycles per tile. Below it is most of what frames show; above it, encoders drop too
 * much.
 */
const MIN_CYCLES = 6;
export const MAX_CYCLES = 18;
/** Each code bit is written twice. The remaining waves form the template, by which readers find the tile. */
const CODE_BITS = codeLength(PAYLOAD_BITS);
const REPEATS = 2;

/** A wave of the tile: cycles across and down. */
export interface Wave {
  across: number;
  down: number;
}
/** A template wave and its phase in radians. */
export type TemplateWave = Wave & { phase: number };
/** A wave that carries two code bits, given by index: one in its cosine, one in its sine, each times a sign. */
export type CodeWave = Wave & { cosine: number; sine: number; cosineSign: number; sineSign: number };

/** One turn of a wave in TILE steps. */
const turns = Array.from({ length: TILE }, (_, at) => (2 * Math.PI * at) / TILE);
export const COSINES = Float32Array.from(turns, Math.cos);
export const SINES = Float32Array.from(turns, Math.sin);

/** The band's waves and their roles, the same in every mark. Any change here makes existing marks unreadable. */
export const { template: TEMPLATE, code: CODE } = layOut();

function layOut(): { template: TemplateWave[]; code: CodeWave[] } {
  const random = createRandom(0x5eed);
  const waves = shuffle(wavesOfBand(), random);
  const places = shuffle(
    Array.from({ length: CODE_BITS * REPEATS }, (_, at) => at % CODE_BITS),
    random,
  );
  const sign = () => (random() < 0.5 ? -1 : 1);
  const code = waves.splice(0, places.length / 2).map((wave, at) => ({
    ...wave,
    cosine: places[2 * at] as number,
    sine: places[2 * at + 1] as number,
    cosineSign: sign(),
    sineSign: sign(),
  }));
  return { template: waves.map((wave) => ({ ...wave, phase: random() * 2 * Math.PI })), code };
}

/** One of each pair of mirrored waves. */
function wavesOfBand(): Wave[] {
  const waves: Wave[] = [];
  for (let down = 0; down <= MAX_CYCLES; down += 1)
    for (let across = -MAX_CYCLES; across <= MAX_CYCLES; across += 1) {
      const cycles = Math.hypot(across, down);
      if ((down > 0 || across > 0) && cycles >= MIN_CYCLES && cycles <= MAX_CYCLES)
        waves.push({ across, down });
    }
  return waves;
}

/** Tile for an id: TILE × TILE values, row by row, with mean 0 and standard deviation 1. */
export function drawTile(id: string): Float32Array {
  const bits = [...payloadOf(id)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1),
  );
  const code = encodeBits(bits);
  const tile = new Float32Array(TILE * TILE);
  for (const { phase, ...wave } of TEMPLATE)
    addWave(tile, wave, Math.SQRT2 * Math.cos(phase), Math.SQRT2 * Math.sin(phase));
  for (const { cosine, sine, cosineSign, sineSign, ...wave } of CODE)
    addWave(tile, wave, cosineSign * (code[cosine] as number), sineSign * (code[sine] as number));
  const deviation = Math.sqrt(tile.reduce((sum, value) => sum + value * value, 0) / tile.length);
  return tile.map((value) => value / deviation);
}

/** Adds `cosine · cos(2π(across·x + down·y)/TILE) + sine · sin(…)`. */
function addWave(tile: Float32Array, { across, down }: Wave, cosine: number, sine: number): void {
  for (let y = 0; y < TILE; y += 1)
    for (let x = 0; x < TILE; x += 1) {
      const turn = (across * x + down * y) & (TILE - 1);
      (tile[y * TILE + x] as number) += cosine * (COSINES[turn] as number) + sine * (SINES[turn] as number);
    }
}

/** Values from 0 to 1, the same on every machine (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher–Yates, in place. */
function shuffle<T>(items: T[], random: () => number): T[] {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
