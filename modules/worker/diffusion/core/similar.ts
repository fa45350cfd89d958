import { createRandom } from '../../../generator/random.ts';

/** Settings for skipping images that hardly differ from the last one. */
export interface SimilarLook {
  /** cosine above which images count as similar; 1 turns the filter off */
  threshold: number;
  /** maximum consecutive skips */
  mostSkips: number;
}

/**
 * StreamDiffusion's stochastic filter: the closer the cosine is to one, the likelier a skip. Seeded here, so that the
 * same seed skips the same images.
 */
export function createSimilarFilter(seed: number, { threshold, mostSkips }: SimilarLook) {
  const random = createRandom(seed);
  let last: Float32Array | null = null;
  let skips = 0;
  return {
    /** true if this image can skip the model */
    skips(image: Float32Array): boolean {
      const dice = random();
      const likely = last === null || threshold >= 1 ? 0 : 1 - (1 - cosine(last, image)) / (1 - threshold);
      if (likely >= dice && likely > 0 && skips < mostSkips) {
        skips++;
        return true;
      }
      skips = 0;
      last = image;
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
