/**
 * A feedback loop amplifies whatever its model favours: without bounds, colours drift and saturate within a minute. So
 * we measure every channel's statistics and hold them near those of an image generated from the same prompt without
 * feedback.
 */
export interface ChannelStats {
  mean: number;
  deviation: number;
}

export interface ChannelBounds {
  mean: readonly [low: number, high: number];
  deviation: readonly [low: number, high: number];
}

/** Stable Diffusion latents are roughly normal; the model was never trained on values beyond these limits. */
const LATENT_MEAN = 1.5;
const LATENT_DEVIATION = [0.3, 1.6] as const;
export const LATENT_LIMIT = 4.5;

/** Maximum drift of a latent channel from its anchor. */
const MEAN_LEEWAY = 0.3;
const DEVIATION_LEEWAY = 1.25;

/** Colour bounds of an image, 0–1: a night may be dark and a fog flat, but neither may be black or blank. */
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

/** Bounds around an anchor: the statistics of a latent generated without feedback. */
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
 * A model that returns NaN on a prompt's first step may recover on the next, so fall back to typical latent statistics.
 */
const usable = (stats: ChannelStats): ChannelStats =>
  Number.isFinite(stats.mean) && Number.isFinite(stats.deviation) ? stats : { mean: 0, deviation: 1 };

/** Interpolates between two prompts' anchors during a transition. */
export function mixAnchors(from: readonly ChannelStats[], to: readonly ChannelStats[], weight: number) {
  return to.map((stats, channel) => {
    const before = from[channel] ?? stats;
    return {
      mean: before.mean + (stats.mean - before.mean) * weight,
      deviation: before.deviation + (stats.deviation - before.deviation) * weight,
    };
  });
}

/** Moves a channel's values into its bounds: `value * gain + offset`. */
export interface Hold {
  gain: number;
  offset: number;
}

/** @returns the correction of each channel, and the number of channels that need one */
export function holdsOf(stats: readonly ChannelStats[], bounds: readonly ChannelBounds[]) {
  let held = 0;
  const holds = stats.map((channel, i): Hold => {
    const bound = bounds[i] as ChannelBounds;
    const mean = clamp(channel.mean, ...bound.mean);
    const deviation = clamp(channel.deviation, ...bound.deviation);
    if (mean !== channel.mean || deviation !== channel.deviation) held++;
    // A flat channel holds only rounding noise: don't amplify it.
    const gain = channel.deviation < 1e-4 ? 1 : deviation / channel.deviation;
    return { gain, offset: mean - channel.mean * gain };
  });
  return { holds, held };
}

/**
 * Clamps each channel's mean and deviation with an offset and a gain, and single values to the limits.
 * @returns the number of clamped channels
 */
export function holdChannels(
  values: Float32Array,
  bounds: readonly ChannelBounds[],
  [low, high]: readonly [number, number],
): number {
  const size = values.length / bounds.length;
  const { holds, held } = holdsOf(measureChannels(values, bounds.length), bounds);
  for (const [channel, { gain, offset }] of holds.entries()) {
    for (let i = channel * size; i < (channel + 1) * size; i++) {
      const value = (values[i] as number) * gain + offset;
      values[i] = value < low ? low : value > high ? high : value;
    }
  }
  return held;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
