/** The pictures of a model on the way to a viewer: between two of them it blends, and never ahead of the clock. */
export interface Blend {
  /** a picture that the model has just finished */
  add(pixels: Uint8ClampedArray, shown: string | null, now: number): void;
  /** the frame to show now, and the prompts that show in it for the first time; null before the first picture */
  frame(now: number): { pixels: Uint8ClampedArray; shown: string[] } | null;
  /** pictures a second that the model draws, null before there are two */
  rate(): number | null;
}

/** Share of the newest interval in the measured one. */
const NEWNESS = 0.3;

/**
 * A new picture fades in for as long as the model needs for the next one, so a slow model moves without jumps. What
 * is shown is at most one picture old and never guessed: where the next picture is late, the last one stands.
 * @param frameMs the time from one frame to the next
 */
export function createBlend(frameMs: number): Blend {
  let below: Uint8ClampedArray | null = null;
  let above: Uint8ClampedArray | null = null;
  let addedAt = 0;
  let interval: number | null = null;
  let unseen: string[] = [];

  function mixed(now: number): Uint8ClampedArray | null {
    if (!below || !above) return above;
    // the frame of the very moment holds some of the new picture already: its receipt goes out with it
    const weight = Math.min(1, (now - addedAt + frameMs) / Math.max(frameMs, interval ?? 0));
    if (weight >= 1) return above;
    const share = Math.round(weight * 256);
    const [from, to] = [below, above];
    const pixels = new Uint8ClampedArray(to.length);
    for (let i = 0; i < to.length; i++) {
      pixels[i] = ((from[i] ?? 0) * (256 - share) + (to[i] ?? 0) * share) >> 8;
    }
    return pixels;
  }

  return {
    add(pixels, shown, now) {
      if (above) {
        const took = now - addedAt;
        interval = interval === null ? took : interval + (took - interval) * NEWNESS;
      }
      below = mixed(now);
      above = pixels;
      addedAt = now;
      if (shown !== null) unseen.push(shown);
    },
    frame(now) {
      const pixels = mixed(now);
      if (!pixels) return null;
      const shown = unseen;
      unseen = [];
      return { pixels, shown };
    },
    rate: () => (interval === null ? null : 1000 / interval),
  };
}
