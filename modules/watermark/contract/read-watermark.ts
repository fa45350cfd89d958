import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import { codeLength, decodeBits, encodeBits } from './convolutional-code.ts';
import { findTile, type TilePlace } from './find-tile.ts';
import { CODE, TEMPLATE, TILE, type Wave } from './tile.ts';
import {
  type Coefficients,
  foldTiles,
  type Plane,
  RINGS,
  ringOf,
  type Spectrum,
  spectrumOf,
} from './tile-spectrum.ts';
import { PAYLOAD_BITS, readPayload } from './watermark-id.ts';
import { whiten } from './whiten.ts';

/** Luma of a frame, 8 bits, width × height, row by row. */
export interface LumaFrame {
  luma: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

export interface WatermarkReading {
  /** 16 hex digits */
  id: string;
  /** 0–1: correlation of the received code with the id's */
  confidence: number;
  /** width of the file relative to the marked frame */
  scale: number;
}

/** Reads the watermark of one file: an image, or several frames of a video, which together reveal more. */
export type WatermarkReader = ReturnType<typeof createWatermarkReader>;

/** Larger frames are halved. The mark of an enlarged frame is enlarged too, and only takes longer to find. */
const MAX_WIDTH = 1_600;
/** Common scales of copies, relative to the marked frame. */
const USUAL_SCALES = [1, 2 / 3, 3 / 4, 1 / 2, 3 / 2, 4 / 3, 2];
const MIN_SCALE = 0.4;
const MAX_SCALE = 2;
/** Half a step off, the mark's finest wave is out by a third of its length at the edges of a 1,280 pixel frame. */
const SCALE_STEP = 0.005;
/** Scales tried around a match, of which the best is used, since copies also come in odd sizes. */
const FINE_STEP = 0.0015;
const FINE_STEPS = Array.from({ length: 19 }, (_, at) => at - 9);
/** Vertical stretch of copies squeezed into another shape: from 16:9 to 16:10, 3:2 and 4:3, and back. */
const USUAL_STRETCHES = [10 / 9, 32 / 27, 4 / 3, 3 / 4];
/** From this scale up, half the frame's pixels are enough to find the tile. */
const HALF_FROM = 0.9;
/** Number of best matches to examine closely. */
const CANDIDATES = 4;
/** Less than half a tile is too little to read. */
const MIN_SIDE = TILE / 2;
/**
 * Minimum template score for a closer look, in standard deviations, at common scales and at any scale. Chance reaches
 * it about once in 30 frames.
 */
const MIN_USUAL_SCORE = 4.8;
const MIN_SCORE = 5.3;
/** Noise correlates at 0.45 with the nearest of 2^64 codes; the checksum passes one in 65,536 of those. */
const MIN_CONFIDENCE = 0.5;
/** Floor for a ring with no signal left, since the template's estimate is itself noisy. */
const MIN_STRENGTH = 0.05;

export function createWatermarkReader() {
  let sum: (Plane & { zoom: number }) | null = null;
  return {
    /** Adds a frame. Frames that differ in size from the first are ignored. */
    add(frame: LumaFrame): void {
      const zoom = frame.width > MAX_WIDTH ? 2 : 1;
      const { values, width, height } = zoom === 2 ? halve(planeOf(frame)) : planeOf(frame);
      const white = whiten(values, width, height);
      if (sum === null) sum = { values: white, width, height, zoom };
      else if (sum.width === width && sum.height === height && sum.zoom === zoom)
        for (let at = 0; at < white.length; at += 1) (sum.values[at] as number) += white[at] as number;
    },
    /** Searches the frames added so far. Takes up to a second or two of processor time. */
    read(): WatermarkReading | null {
      const found = sum && search(sum);
      return found && { ...found, scale: found.scale * (sum?.zoom ?? 1) };
    },
  };
}

/** True if a frame in its original size has this watermark. Cheap, and as reliable as reading it. */
export function holdsWatermark({ luma, width, height }: LumaFrame, id: string): boolean {
  const plane = { values: whiten(luma, width, height), width, height };
  const { spectrum } = look(plane, 1);
  const read = decode(spectrum, { x: 0, y: 0, score: 0 });
  return read.id === id && read.confidence >= MIN_CONFIDENCE;
}

const planeOf = ({ luma, width, height }: LumaFrame): Plane => ({
  values: Float32Array.from(luma),
  width,
  height,
});

/** Tries common scales first, then other shapes, then all scales. */
function search(plane: Plane): WatermarkReading | null {
  if (Math.min(plane.width, plane.height) < MIN_SIDE) return null;
  for (const scale of USUAL_SCALES) {
    if (look(plane, scale).place.score < MIN_USUAL_SCORE) continue;
    const read = lookClosely(plane, scale);
    if (read) return read;
  }
  for (const { scale, stretch } of stretchesOf(plane)) {
    if (look(plane, scale, { stretch }).place.score < MIN_USUAL_SCORE) continue;
    const read = lookClosely(plane, scale, stretch);
    if (read) return read;
  }
  const half = halve(plane);
  const found: { scale: number; score: number }[] = [];
  for (let scale = MIN_SCALE; scale < MAX_SCALE; scale *= 1 + SCALE_STEP) {
    const { place } =
      scale < HALF_FROM ? look(plane, scale, { step: 2 }) : look(half, scale / 2, { step: 2 });
    found.push({ scale, score: place.score });
  }
  found.sort((one, other) => other.score - one.score);
  for (const { scale } of found.slice(0, CANDIDATES)) {
    const read = lookClosely(plane, scale);
    if (read) return read;
  }
  return null;
}

/** Frames are stretched as a whole, so a copy's shape shows the stretch, unless it was cropped afterwards. */
function stretchesOf({ width, height }: Plane): { scale: number; stretch: number }[] {
  const whole = { scale: width / FRAME_WIDTH, stretch: (height * FRAME_WIDTH) / (width * FRAME_HEIGHT) };
  return [whole, ...USUAL_STRETCHES.flatMap((stretch) => USUAL_SCALES.map((scale) => ({ scale, stretch })))];
}

function look(plane: Plane, scale: number, { step = 1, stretch = 1 } = {}) {
  const spectrum = spectrumOf(foldTiles(plane, scale, scale * stretch));
  return { scale, spectrum, place: findTile(spectrum.template, step) };
}

/** @returns the watermark at this scale, unless it could be chance */
function lookClosely(plane: Plane, scale: number, stretch = 1): WatermarkReading | null {
  const looks = FINE_STEPS.map((step) => look(plane, scale * (1 + step * FINE_STEP), { stretch }));
  const best = looks.reduce((one, other) => (other.place.score > one.place.score ? other : one));
  if (best.place.score < MIN_SCORE) return null;
  const { id, confidence } = decode(best.spectrum, best.place);
  return id !== null && confidence >= MIN_CONFIDENCE ? { id, confidence, scale: best.scale } : null;
}

/** Decodes a tile at this position. The id is null if its checksum is wrong. */
function decode({ template, code }: Spectrum, place: TilePlace): { id: string | null; confidence: number } {
  const strengths = strengthsOf(template, place);
  const received = new Float32Array(codeLength(PAYLOAD_BITS));
  const weights = new Float32Array(received.length);
  const { re, im } = moved(code(), CODE, place);
  for (const [at, wave] of CODE.entries()) {
    const strength = strengths[ringOf(wave)] as number;
    (received[wave.cosine] as number) += strength * wave.cosineSign * (re[at] as number);
    (received[wave.sine] as number) -= strength * wave.sineSign * (im[at] as number);
    (weights[wave.cosine] as number) += strength ** 2;
    (weights[wave.sine] as number) += strength ** 2;
  }
  const bits = decodeBits(received, PAYLOAD_BITS);
  const payload = Uint8Array.from({ length: PAYLOAD_BITS / 8 }, (_, byte) =>
    Number.parseInt(bits.slice(byte * 8, byte * 8 + 8).join(''), 2),
  );
  const sent = Float32Array.from(encodeBits(bits), (sign, at) => sign * (weights[at] as number));
  return { id: readPayload(payload), confidence: cosineOf(received, sent) };
}

/** Strength of the mark in each ring, as measured on the template. Encoders remove most from the finest ring. */
function strengthsOf(template: Coefficients, place: TilePlace): Float32Array {
  const sums = new Float32Array(RINGS);
  const counts = new Float32Array(RINGS);
  const { re, im } = moved(template, TEMPLATE, place);
  for (const [at, { phase, ...wave }] of TEMPLATE.entries()) {
    (sums[ringOf(wave)] as number) +=
      (re[at] as number) * Math.cos(phase) - (im[at] as number) * Math.sin(phase);
    (counts[ringOf(wave)] as number) += 1;
  }
  return sums.map((sum, ring) => Math.max(MIN_STRENGTH, sum / Math.max(1, counts[ring] as number)));
}

/** The coefficients as they would be for a tile at 0, 0. */
function moved({ re, im }: Coefficients, waves: readonly Wave[], { x, y }: TilePlace): Coefficients {
  const made = { re: new Float32Array(waves.length), im: new Float32Array(waves.length) };
  for (const [at, { across, down }] of waves.entries()) {
    const turn = (2 * Math.PI * (across * x + down * y)) / TILE;
    const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
    made.re[at] = (re[at] as number) * cosine - (im[at] as number) * sine;
    made.im[at] = (re[at] as number) * sine + (im[at] as number) * cosine;
  }
  return made;
}

function cosineOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [product, power, otherPower] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] as number, other[at] as number];
    product += a * b;
    power += a * a;
    otherPower += b * b;
  }
  return power === 0 || otherPower === 0 ? 0 : product / Math.sqrt(power * otherPower);
}

function halve({ values, width, height }: Plane): Plane {
  const half = { width: width >> 1, height: height >> 1 };
  const made = new Float32Array(half.width * half.height);
  for (let y = 0; y < half.height; y += 1)
    for (let x = 0; x < half.width; x += 1) {
      const at = 2 * (y * width + x);
      const upper = (values[at] as number) + (values[at + 1] as number);
      const lower = (values[at + width] as number) + (values[at + width + 1] as number);
      made[y * half.width + x] = (upper + lower) / 4;
    }
  return { values: made, ...half };
}
