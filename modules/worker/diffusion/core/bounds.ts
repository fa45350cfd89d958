/**
 * A loop that feeds on its own pictures amplifies whatever its model favours: without bounds the colours wander off and
 * saturate within a minute. So the statistics of every channel are measured, and held near those of a picture that
 * the same prompt gives without feedback.
 */
export interface ChannelStats {
  mean: number;
  deviation: number;
}

/** Allowed range of a channel. */
export interface ChannelBounds {
  mean: readonly [low: number, high: number];
  deviation: readonly [low: number, high: number];
}

/** Latents of Stable Diffusion are about normal; what lies beyond these is no picture that it learned. */
const LATENT_MEAN = 1.5;
const LATENT_DEVIATION = [0.3, 1.6] as const;
export const LATENT_LIMIT = 4.5;

/** Farthest that feedback may take a latent channel from its anchor. */
const MEAN_LEEWAY = 0.3;
const DEVIATION_LEEWAY = 1.25;

/** Bounds of a picture's colours, 0–1: a night may be dark and a fog flat, but neither is black nor blank. */
export const COLOUR_BOUNDS: ChannelBounds = { mean: [0.05, 0.95], deviation: [0.02, 0.36] };

export function measureChannels(values: Float32Array, channels: number): ChannelStats[] {
  const size = values.length / channels;
  return Array.from({ length: channels }, (_, channel) => {
    let sum = 0;
    let squares = 0;
    for (let i = channel * size; i < (channel + 1) * size; i++) {
      const value = values[i] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / size;
    return { mean, deviation: Math.sqrt(Math.max(0, squares / size - mean * mean)) };
  });
}

/** The bounds around an anchor: the statistics of a latent that was drawn without feedback. */
export function boundsAround(anchor: readonly ChannelStats[]): ChannelBounds[] {
  return anchor.map(usable).map((stats) => {
    const deviation = clamp(stats.deviation, ...LATENT_DEVIATION);
    const mean = clamp(stats.mean, -LATENT_MEAN, LATENT_MEAN);
    return {
      mean: [mean - MEAN_LEEWAY * deviation, mean + MEAN_LEEWAY * deviation],
      deviation: [deviation / DEVIATION_LEEWAY, deviation * DEVIATION_LEEWAY],
    };
  });
}

/**
 * A model that answers NaN at a prompt's first try may be well at the next: what latents are on the whole stands
 * in.
 */
const usable = (stats: ChannelStats): ChannelStats =>
  Number.isFinite(stats.mean) && Number.isFinite(stats.deviation) ? stats : { mean: 0, deviation: 1 };

/** Between the anchors of two prompts, while one turns into the other. */
export function mixAnchors(from: readonly ChannelStats[], to: readonly ChannelStats[], weight: number) {
  return to.map((stats, channel) => {
    const before = from[channel] ?? stats;
    return {
      mean: before.mean + (stats.mean - before.mean) * weight,
      deviation: before.deviation + (stats.deviation - before.deviation) * weight,
    };
  });
}

/**
 * Brings each channel within its bounds by an offset and a gain, and single values within the limits.
 * @returns how many channels had to be held
 */
export function holdChannels(
  values: Float32Array,
  bounds: readonly ChannelBounds[],
  [low, high]: readonly [number, number],
): number {
  const size = values.length / bounds.length;
  let held = 0;
  for (const [channel, stats] of measureChannels(values, bounds.length).entries()) {
    const bound = bounds[channel] as ChannelBounds;
    const mean = clamp(stats.mean, ...bound.mean);
    const deviation = clamp(stats.deviation, ...bound.deviation);
    if (mean !== stats.mean || deviation !== stats.deviation) held++;
    // a flat channel has nothing that could be amplified but rounding
    const gain = stats.deviation < 1e-4 ? 1 : deviation / stats.deviation;
    const offset = mean - stats.mean * gain;
    for (let i = channel * size; i < (channel + 1) * size; i++) {
      const value = (values[i] as number) * gain + offset;
      values[i] = value < low ? low : value > high ? high : value;
    }
  }
  return held;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
