/** Radius of the neighbourhood that a pixel is compared with, in pixels. */
const RADIUS = 6;
/** Below this deviation, in luma levels, a neighbourhood counts as flat and its variation as encoder noise. */
const FLOOR = 0.9;
/** Values beyond this are edges. A single edge would outweigh everything that the mark adds around it. */
const LIMIT = 1.6;

/**
 * Removes a frame's own content: returns each pixel's difference from the local mean, in local standard deviations,
 * with edges clipped.
 * @param luma width × height, row by row
 */
export function whiten(luma: ArrayLike<number>, width: number, height: number): Float32Array {
  const squares = new Float32Array(luma.length);
  for (let at = 0; at < luma.length; at += 1) squares[at] = (luma[at] as number) ** 2;
  const means = boxMeans(luma, width, height);
  const squareMeans = boxMeans(squares, width, height);
  for (let at = 0; at < luma.length; at += 1) {
    const mean = means[at] as number;
    const deviation = Math.sqrt(Math.max(0, (squareMeans[at] as number) - mean * mean));
    const value = ((luma[at] as number) - mean) / (deviation + FLOOR);
    means[at] = Math.max(-LIMIT, Math.min(value, LIMIT));
  }
  return means;
}

/** Mean of the square around each pixel, cut off at the frame's edges. */
function boxMeans(values: ArrayLike<number>, width: number, height: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) meansOfLine(values, across, y * width, width);
  const both = new Float32Array(values.length);
  meansDown(across, both, width, height);
  return both;
}

function meansOfLine(from: ArrayLike<number>, to: Float32Array, start: number, count: number): void {
  let sum = 0;
  for (let at = 0; at < Math.min(RADIUS, count); at += 1) sum += from[start + at] as number;
  for (let at = 0; at < count; at += 1) {
    if (at + RADIUS < count) sum += from[start + at + RADIUS] as number;
    if (at > RADIUS) sum -= from[start + at - RADIUS - 1] as number;
    to[start + at] = sum / (Math.min(at + RADIUS, count - 1) - Math.max(at - RADIUS, 0) + 1);
  }
}

/** Goes row by row, the order of memory. */
function meansDown(from: Float32Array, to: Float32Array, width: number, height: number): void {
  const sums = new Float32Array(width);
  const add = (y: number, sign: number) => {
    for (let x = 0; x < width; x += 1) (sums[x] as number) += sign * (from[y * width + x] as number);
  };
  for (let y = 0; y < Math.min(RADIUS, height); y += 1) add(y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + RADIUS < height) add(y + RADIUS, 1);
    if (y > RADIUS) add(y - RADIUS - 1, -1);
    const count = Math.min(y + RADIUS, height - 1) - Math.max(y - RADIUS, 0) + 1;
    for (let x = 0; x < width; x += 1) to[y * width + x] = (sums[x] as number) / count;
  }
}
