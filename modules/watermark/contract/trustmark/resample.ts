import type { ColourImage } from '../luma.ts';

export interface Size {
  width: number;
  height: number;
}

/** Usual input size of TrustMark's graphs. */
export const SQUARE_SIDE = 256;

/** Resizes an image to a square: planes for R, G and B from −1 to 1. */
export function squareOf({ data, width, height, channels }: ColourImage, side: number): Float32Array {
  const square = new Float32Array(3 * side * side);
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = new Float32Array(width * height);
    for (let at = 0; at < plane.length; at += 1)
      plane[at] = (data[at * channels + channel] as number) / 127.5 - 1;
    square.set(resample(plane, { width, height }, { width: side, height: side }), channel * side * side);
  }
  return square;
}

export function resampleSquare(square: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return square;
  const made = new Float32Array(3 * to * to);
  for (let plane = 0; plane < 3; plane += 1) {
    const values = square.subarray(plane * from * from, (plane + 1) * from * from);
    const size = (side: number) => ({ width: side, height: side });
    made.set(resample(values, size(from), size(to)), plane * to * to);
  }
  return made;
}

/** Resizes a plane with a triangle filter, which smooths when shrinking, as TrustMark's own programs do. */
export function resample(plane: Float32Array, from: Size, to: Size): Float32Array {
  const narrow = new Float32Array(to.width * from.height);
  const across = tapsOf(from.width, to.width);
  for (let y = 0; y < from.height; y += 1)
    for (const [x, { start, weights }] of across.entries()) {
      let sum = 0;
      for (let at = 0; at < weights.length; at += 1)
        sum += (weights[at] as number) * (plane[y * from.width + start + at] as number);
      narrow[y * to.width + x] = sum;
    }
  const made = new Float32Array(to.width * to.height);
  for (const [y, { start, weights }] of tapsOf(from.height, to.height).entries())
    for (let at = 0; at < weights.length; at += 1) {
      const [weight, row] = [weights[at] as number, (start + at) * to.width];
      for (let x = 0; x < to.width; x += 1)
        (made[y * to.width + x] as number) += weight * (narrow[row + x] as number);
    }
  return made;
}

interface Taps {
  start: number;
  weights: Float32Array;
}

/** For each output position, the input positions that contribute to it, with their weights. */
function tapsOf(from: number, to: number): Taps[] {
  const step = from / to;
  const reach = Math.max(1, step);
  return Array.from({ length: to }, (_, at) => {
    const middle = (at + 0.5) * step;
    const start = Math.max(0, Math.floor(middle - reach + 0.5));
    const end = Math.min(from, Math.floor(middle + reach + 0.5));
    const weights = Float32Array.from({ length: Math.max(1, end - start) }, (_, tap) =>
      Math.max(0, 1 - Math.abs(start + tap + 0.5 - middle) / reach),
    );
    const sum = weights.reduce((all, weight) => all + weight, 0);
    return { start, weights: weights.map((weight) => weight / sum) };
  });
}
