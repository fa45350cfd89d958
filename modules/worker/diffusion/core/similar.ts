import { createRandom } from '../../../generator/random.ts';

/** Threshold at which a picture is so like the last one that drawing it again would be wasted work. */
export interface SimilarLook {
  /** cosine from which pictures count as similar; 1 turns the filter off */
  threshold: number;
  /** pictures left out in a row at most */
  mostSkips: number;
}

/**
 * StreamDiffusion's stochastic filter: the likelier to skip the closer the cosine is to one. Its dice are seeded
 * here, so that the same seed skips the same pictures.
 */
export function createSimilarFilter(seed: number, { threshold, mostSkips }: SimilarLook) {
  const random = createRandom(seed);
  let last: Float32Array | null = null;
  let skips = 0;
  return {
    /** whether the model may be spared this picture */
    skips(picture: Float32Array): boolean {
      const dice = random();
      const likely = last === null || threshold >= 1 ? 0 : 1 - (1 - cosine(last, picture)) / (1 - threshold);
      if (likely >= dice && likely > 0 && skips < mostSkips) {
        skips++;
        return true;
      }
      skips = 0;
      last = picture;
      return false;
    },
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return dot / Math.max(1e-6, Math.sqrt(lengthA * lengthB));
}
