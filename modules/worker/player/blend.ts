/** A picture of a model on its way to a viewer. */
export interface Picture {
  /** red, green, blue; 8 bits each */
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
  /** the prompt that this is the first picture of */
  shown: string | null;
}

/** The pictures of a model on the way to a viewer: between two of them it blends, and never ahead of the clock. */
export interface Blend {
  /** pictures that the model has just finished, in order */
  add(burst: readonly Picture[], now: number): void;
  /** the frame to show now, and the prompts that show in it for the first time; null before the first picture */
  frame(now: number): { picture: Omit<Picture, 'shown'>; shown: string[] } | null;
  /** pictures a second that the model draws, less the longer the next one is due; null before there are two */
  rate(now?: number): number | null;
  /** ms since the model's last picture came, null before there is one; and how long it usually takes to the next */
  waited(now: number): { sinceMs: number; usualMs: number } | null;
  /** pictures that have come up so far */
  played(): number;
}

/** Share of the newest interval in the measured one. */
const NEWNESS = 0.3;
/**
 * A single gap that is so much longer than the usual one was a hitch and says nothing about the model's speed;
 * two do.
 */
const HITCH = 8;
/** The same of a first gap, with nothing to compare it with. */
const FIRST_HITCH_MS = 5_000;

/**
 * A new picture fades in for as long as the model needs for the next one, so a slow model moves without jumps; a
 * burst is played one picture after the other for as long as the next burst needs. What is shown is at most one
 * burst old and never guessed: where the next picture is late, the last one stands.
 * @param frameMs the time from one frame to the next
 * @param leastMs the time between two pictures that their motion is made for; they are played faster only to catch
 * up
 */
export function createBlend(frameMs: number, leastMs = 0): Blend {
  let below: Picture | null = null;
  let above: Picture | null = null;
  let cameUpAt = 0;
  let addedAt: number | null = null;
  let interval: number | null = null;
  let burstLength = 1;
  let isHitch = false;
  const waiting: Picture[] = [];
  let unseen: string[] = [];
  let played = 0;

  /** Time for a picture: a backlog of more than a burst is played faster until it has caught up. */
  function step(): number {
    return Math.max(leastMs, interval ?? frameMs) * Math.min(1, burstLength / Math.max(1, waiting.length));
  }

  function comeUp(picture: Picture, at: number): void {
    below = mixed(at);
    above = picture;
    cameUpAt = at;
    played++;
    if (picture.shown !== null) unseen.push(picture.shown);
  }

  /** Brings those up whose time has come. */
  function advance(now: number): void {
    for (let next = waiting[0]; next && now >= cameUpAt + step(); next = waiting[0]) {
      const at = cameUpAt + step();
      waiting.shift();
      comeUp(next, at);
    }
  }

  function mixed(now: number): Picture | null {
    if (!below || !above || below.pixels.length !== above.pixels.length) return above;
    // the frame of the very moment holds some of the new picture already: its receipt goes out with it
    const weight = Math.min(1, (now - cameUpAt + frameMs) / Math.max(frameMs, step()));
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
        if (!isHitch) interval = interval === null ? took : interval + (took - interval) * NEWNESS;
      }
      addedAt = now;
      burstLength = burst.length;
      if (waiting.length > 0) waiting.push(first);
      else comeUp(first, now);
      waiting.push(...rest);
    },
    frame(now) {
      advance(now);
      const picture = mixed(now);
      if (!picture) return null;
      const shown = unseen;
      unseen = [];
      return { picture, shown };
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
