import { codeLength, encodeBits } from './convolutional-code.ts';
import { PAYLOAD_BITS, payloadOf } from './watermark-id.ts';

/** Sides of the tile that is repeated over a frame, in pixels of the frame as it was marked. */
export const TILE = 128;
/** The band that the mark lies in, in cycles a tile: below it lie most of what frames show, above it what encoders drop. */
const MIN_CYCLES = 6;
export const MAX_CYCLES = 18;
/** Each bit of the code is written twice. The waves left over are the template, by which a reader finds the tile. */
const CODE_BITS = codeLength(PAYLOAD_BITS);
const REPEATS = 2;

/** A wave of the tile: cycles across and down. */
export interface Wave {
  across: number;
  down: number;
}
/** A wave of the template, with its phase in radians. */
export type TemplateWave = Wave & { phase: number };
/** A wave that holds two bits of the code, by their index: one in its cosine and one in its sine, each times a sign. */
export type CodeWave = Wave & { cosine: number; sine: number; cosineSign: number; sineSign: number };

/** One turn of a wave in TILE steps. */
const turns = Array.from({ length: TILE }, (_, at) => (2 * Math.PI * at) / TILE);
export const COSINES = Float32Array.from(turns, Math.cos);
export const SINES = Float32Array.from(turns, Math.sin);

/** Waves of the band with their parts, the same in all marks: changing anything here makes older marks unreadable. */
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

/** One of each pair of a wave and its mirror image. */
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

/** The tile of an id: TILE × TILE values, row by row, of mean 0 and standard deviation 1. */
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
