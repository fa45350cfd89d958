/** A model's image on its way to the viewer. */
export interface ModelImage {
  /** RGB, 8 bits per channel */
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
  /** id of the prompt that this image is the first to show */
  shown: string | null;
}

/** Blends from one image to the next and never runs ahead of the clock. */
export interface Blend {
  /** finished images, in order */
  add(burst: readonly ModelImage[], now: number): void;
  /** the current frame, and the prompts that first show in it; null before the first image */
  frame(now: number): { image: Omit<ModelImage, 'shown'>; shown: string[] } | null;
  /** images per second, declining while the next one is overdue; null before the second image */
  rate(now?: number): number | null;
  /** ms since the last image arrived, and the usual interval; null before the first image */
  waited(now: number): { sinceMs: number; usualMs: number } | null;
  /** number of images shown so far, or dropped */
  played(): number;
}

/** Weight of the newest interval in the moving average. */
const NEWEST_WEIGHT = 0.3;
/** A single gap longer than the average by this factor is ignored as a hitch; a second one in a row counts. */
const HITCH = 8;
/** The same for the first gap, when there is no average yet. */
const FIRST_HITCH_MS = 5_000;
/** Beyond these the oldest images that wait are dropped, but not their receipts. */
export const MAX_WAITING_BYTES = 384 * 1024 * 1024;

/**
 * Fades each image in over the time that the model needs for the next one, so that slow models move without jumps. A
 * burst plays image by image over the expected time to the next burst. Frames are at most one burst old and never
 * extrapolated: if the next image is late, the last one stays up.
 * @param frameMs interval between frames
 * @param leastMs the natural interval between images of a video; they only play faster to catch up
 * @param isClip bursts are clips, which play at their natural interval even if the next one takes much longer
 */
export function createBlend(frameMs: number, leastMs = 0, isClip = false): Blend {
  let below: ModelImage | null = null;
  let above: ModelImage | null = null;
  let displayedAt = 0;
  let addedAt: number | null = null;
  let interval: number | null = null;
  let burstLength = 1;
  let isHitch = false;
  const waiting: ModelImage[] = [];
  let unseen: string[] = [];
  let played = 0;

  /** Time per image. A backlog of more than one burst plays faster until it has caught up. */
  function step(): number {
    const usual = isClip && leastMs > 0 ? leastMs : Math.max(leastMs, interval ?? frameMs);
    // the next clip comes before the last one has ended
    const most = isClip ? 2 * burstLength : burstLength;
    return usual * Math.min(1, most / Math.max(1, waiting.length));
  }

  function display(image: ModelImage, at: number): void {
    below = mixed(at);
    above = image;
    displayedAt = at;
    played++;
    if (image.shown !== null) unseen.push(image.shown);
  }

  /** Shows all images that are due. */
  function advance(now: number): void {
    for (let next = waiting[0]; next && now >= displayedAt + step(); next = waiting[0]) {
      const at = displayedAt + step();
      waiting.shift();
      display(next, at);
    }
  }

  function dropOldest(): void {
    let bytes = waiting.reduce((sum, { pixels }) => sum + pixels.length, 0);
    for (let next = waiting[1]; next && bytes > MAX_WAITING_BYTES; next = waiting[1]) {
      const dropped = waiting.shift() as ModelImage;
      bytes -= dropped.pixels.length;
      played++;
      waiting[0] = { ...next, shown: next.shown ?? dropped.shown };
    }
  }

  function mixed(now: number): ModelImage | null {
    if (!below || !above || below.pixels.length !== above.pixels.length) return above;
    // a new image already contributes to the frame at its due time, so its receipt goes out with that frame
    const weight = Math.min(1, (now - displayedAt + frameMs) / Math.max(frameMs, step()));
    if (weight >= 1) return above;
    const share = Math.round(weight * 256);
    const [from, to] = [below.pixels, above.pixels];
    const pixels = new Uint8ClampedArray(to.length);
    for (let i = 0; i < to.length; i++) {
      pixels[i] = ((from[i] ?? 0) * (256 - share) + (to[i] ?? 0) * share) >> 8;
    }
    return { ...above, pixels };
  }

  return {
    add(burst, now) {
      const [first, ...rest] = burst;
      if (!first) return;
      advance(now);
      if (addedAt !== null) {
        const took = (now - addedAt) / burst.length;
        const most = interval === null ? FIRST_HITCH_MS : HITCH * Math.max(interval, frameMs);
        isHitch = !isHitch && took > most;
        if (!isHitch) interval = interval === null ? took : interval + (took - interval) * NEWEST_WEIGHT;
      }
      addedAt = now;
      burstLength = burst.length;
      if (waiting.length > 0) waiting.push(first);
      else display(first, now);
      waiting.push(...rest);
      dropOldest();
    },
    frame(now) {
      advance(now);
      const image = mixed(now);
      if (!image) return null;
      const shown = unseen;
      unseen = [];
      return { image, shown };
    },
    rate(now = addedAt ?? 0) {
      if (interval === null) return null;
      return 1000 / Math.max(interval, (now - (addedAt ?? now)) / burstLength);
    },
    waited: (now) =>
      addedAt === null
        ? null
        : { sinceMs: now - addedAt, usualMs: Math.max(interval ?? 0, leastMs) * burstLength },
    played: () => played,
  };
}
