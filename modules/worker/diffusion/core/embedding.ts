/** Above this cosine, interpolate linearly: slerp would divide by almost zero. */
const PARALLEL = 0.9995;

/** Spherical interpolation between two embeddings, token by token. */
export function slerp(from: Float32Array, to: Float32Array, weight: number, width: number): Float32Array {
  const result = new Float32Array(to.length);
  for (let start = 0; start < to.length; start += width) {
    const token = [start, start + width] as const;
    const [keep, take] = arcWeights(from.subarray(...token), to.subarray(...token), weight);
    for (let i = start; i < start + width; i++) result[i] = keep * (from[i] ?? 0) + take * (to[i] ?? 0);
  }
  return result;
}

function arcWeights(from: Float32Array, to: Float32Array, weight: number): [number, number] {
  let [dot, lengthFrom, lengthTo] = [0, 0, 0];
  for (let i = 0; i < from.length; i++) {
    const [a, b] = [from[i] ?? 0, to[i] ?? 0];
    dot += a * b;
    lengthFrom += a * a;
    lengthTo += b * b;
  }
  const cosine = dot / Math.sqrt(lengthFrom * lengthTo);
  // negated, so that NaN from zero vectors counts too
  if (!(Math.abs(cosine) < PARALLEL)) return [1 - weight, weight];
  const angle = Math.acos(cosine);
  return [Math.sin((1 - weight) * angle) / Math.sin(angle), Math.sin(weight * angle) / Math.sin(angle)];
}
