import type { Hold } from './bounds.ts';

/** Converts interleaved RGB to three planes: `value * factor + offset`. */
export function toPlanes(pixels: Uint8ClampedArray, factor = 1, offset = 0): Float32Array {
  const count = pixels.length / 3;
  const planes = new Float32Array(pixels.length);
  for (let i = 0, from = 0; i < count; i++, from += 3) {
    planes[i] = (pixels[from] as number) * factor + offset;
    planes[count + i] = (pixels[from + 1] as number) * factor + offset;
    planes[2 * count + i] = (pixels[from + 2] as number) * factor + offset;
  }
  return planes;
}

/** Converts three planes to interleaved bytes: `value * factor`. */
export function toPixels(planes: Float32Array, factor = 1): Uint8ClampedArray {
  const count = planes.length / 3;
  const pixels = new Uint8ClampedArray(planes.length);
  for (let i = 0, to = 0; i < count; i++, to += 3) {
    pixels[to] = (planes[i] as number) * factor;
    pixels[to + 1] = (planes[count + i] as number) * factor;
    pixels[to + 2] = (planes[2 * count + i] as number) * factor;
  }
  return pixels;
}

/**
 * Finishes an image in a single pass, since every pass over its half a million numbers costs a millisecond.
 * @param planes of about 0–1
 * @param holds correction of each plane; results are clamped to 0–1
 * @param base receives the image as planes of −1…1
 * @returns the image as interleaved bytes
 */
export function finishImage(planes: Float32Array, holds: readonly Hold[], base: Float32Array) {
  const pixels = new Uint8ClampedArray(planes.length);
  for (const plane of [0, 1, 2]) finishPlane(planes, holds[plane] as Hold, plane, { base, pixels });
  return pixels;
}

/** A function of its own: Bun compiles a loop with two outputs well only outside another one. */
function finishPlane(
  planes: Float32Array,
  { gain, offset }: Hold,
  plane: number,
  { base, pixels }: { base: Float32Array; pixels: Uint8ClampedArray },
): void {
  const count = planes.length / 3;
  for (let i = plane * count, to = plane; i < (plane + 1) * count; i++, to += 3) {
    let value = (planes[i] as number) * gain + offset;
    if (value < 0) value = 0;
    if (value > 1) value = 1;
    const held = Math.fround(value);
    base[i] = held * 2 - 1;
    pixels[to] = held * 255;
  }
}
