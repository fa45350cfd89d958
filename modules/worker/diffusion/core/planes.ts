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
