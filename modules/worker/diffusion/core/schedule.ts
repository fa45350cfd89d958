/** The model's training noise schedule, as in its scheduler_config.json. */
export interface ScheduleOptions {
  betaStart: number;
  betaEnd: number;
  trainSteps: number;
  prediction: 'epsilon' | 'v_prediction';
}

/** The schedule of Stable Diffusion 1 and 2 and of all models distilled from them. */
export const STABLE_DIFFUSION: ScheduleOptions = {
  betaStart: 0.00085,
  betaEnd: 0.012,
  trainSteps: 1000,
  prediction: 'epsilon',
};

export type Schedule = ReturnType<typeof createSchedule>;

/** One-step sampling of the form x = z + σ·noise, with `scaled_linear` betas. */
export function createSchedule(options: ScheduleOptions) {
  const sigmas = sigmasOf(options);

  return {
    lastStep: options.trainSteps - 1,
    /** the noise level at a timestep; 14.6146 at 999 */
    sigma: (timestep: number): number => sigmas[timestep] ?? 0,
    /** scales a noisy latent to unit variance, as the model expects at every noise level */
    input(noisy: Float32Array, sigma: number): Float32Array {
      const scale = 1 / Math.sqrt(sigma * sigma + 1);
      return combined(noisy, scale, noisy, 0);
    },
    /** the denoised latent, from the model's prediction */
    clean(noisy: Float32Array, predicted: Float32Array, sigma: number): Float32Array {
      const [keep, take] = weights(options.prediction, sigma);
      return combined(noisy, keep, predicted, -take);
    },
  };
}

/** A plain loop: a callback per number is several times slower. */
export function combined(
  one: Float32Array,
  weight: number,
  other: Float32Array,
  share: number,
): Float32Array {
  const result = new Float32Array(one.length);
  for (let i = 0; i < one.length; i++) result[i] = weight * (one[i] as number) + share * (other[i] as number);
  return result;
}

/** @returns σ by timestep */
function sigmasOf({ betaStart, betaEnd, trainSteps }: ScheduleOptions): Float64Array {
  const [low, high] = [Math.sqrt(betaStart), Math.sqrt(betaEnd)];
  let kept = 1;
  return Float64Array.from({ length: trainSteps }, (_, step) => {
    const beta = (low + ((high - low) * step) / (trainSteps - 1)) ** 2;
    kept *= 1 - beta;
    return Math.sqrt((1 - kept) / kept);
  });
}

function weights(prediction: ScheduleOptions['prediction'], sigma: number): [keep: number, take: number] {
  if (prediction === 'epsilon') return [1, sigma];
  const variance = sigma * sigma + 1;
  return [1 / variance, sigma / Math.sqrt(variance)];
}

/**
 * Residual classifier-free guidance as in StreamDiffusion (`self`): the added noise stands in for the unconditional
 * prediction, which saves a second model call.
 */
export function guide(predicted: Float32Array, noise: Float32Array, guidance: number, delta: number) {
  if (guidance === 1) return predicted;
  return predicted.map((value, i) => {
    const without = delta * (noise[i] ?? 0);
    return without + guidance * (value - without);
  });
}
