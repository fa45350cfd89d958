export interface Pulse {
  /** frames drawn and received per second, over the last two seconds */
  drawn: number;
  came: number;
  /** ms from the generator to the screen; null before the first frame */
  age: number | null;
  /** the part of it spent here on decoding and drawing, in ms; 0 before the first frame */
  held: number;
}

const OVER_MS = 2000;
/** With a larger clock difference, timestamps say nothing about a frame's age. */
const BELIEVABLE_MS = 5000;

/** Measures how many frames arrive and are drawn, and how old they are when drawn. */
export class PulseMeter {
  #came: number[] = [];
  #drawn: number[] = [];
  /** smallest difference between the generator's clock and ours: clock offset plus shortest delay */
  #least = Number.POSITIVE_INFINITY;
  #age: number | null = null;
  #held = 0;
  /** arrival times of frames not yet drawn */
  #waiting: { id: number; at: number }[] = [];

  frameCame(now: number, id: number) {
    this.#came.push(now);
    this.#waiting.push({ id, at: now });
  }

  /** @param timestamp when it was generated, by the generator's clock */
  frameDrawn(now: number, timestamp: number, id: number) {
    this.#drawn.push(now);
    const came = this.#waiting.find((frame) => frame.id === id);
    if (came) this.#held = now - came.at;
    this.#waiting = this.#waiting.filter((frame) => frame.id > id);
    const difference = now - timestamp;
    this.#least = Math.min(this.#least, difference);
    // If the clocks differ, only the delay beyond the fastest frame is known.
    const agreed = this.#least >= 0 && this.#least < BELIEVABLE_MS;
    this.#age = Math.max(0, agreed ? difference : difference - this.#least);
  }

  read(now: number): Pulse {
    this.#came = this.#came.filter((at) => at > now - OVER_MS);
    this.#drawn = this.#drawn.filter((at) => at > now - OVER_MS);
    const last = this.#drawn.at(-1);
    const age = this.#age === null || last === undefined ? null : this.#age;
    const perSecond = 1000 / OVER_MS;
    return {
      drawn: this.#drawn.length * perSecond,
      came: this.#came.length * perSecond,
      age,
      held: this.#held,
    };
  }

  /** For a new socket. */
  reset() {
    this.#came = [];
    this.#drawn = [];
    this.#age = null;
    this.#held = 0;
    this.#waiting = [];
  }
}
