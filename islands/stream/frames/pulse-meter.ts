export interface Pulse {
  /** drawn and come in the last two seconds, a second */
  drawn: number;
  came: number;
  /** ms from the generator to the screen; null before the first picture */
  age: number | null;
  /** ms of these that it took here to decode and draw one; 0 before the first */
  held: number;
}

const OVER_MS = 2000;
/** Clocks that differ by more than this say nothing about how old a picture is. */
const BELIEVABLE_MS = 5000;

/** Measures how many pictures come and are drawn, and how old they are by then. */
export class PulseMeter {
  #came: number[] = [];
  #drawn: number[] = [];
  /** least difference seen between the generator's clock and ours: its offset and the quickest way */
  #least = Number.POSITIVE_INFINITY;
  #age: number | null = null;
  #held = 0;
  /** when each frame came that is not drawn yet */
  #waiting: { id: number; at: number }[] = [];

  frameCame(now: number, id: number) {
    this.#came.push(now);
    this.#waiting.push({ id, at: now });
  }

  /** @param timestamp when it was made, by the generator's clock */
  frameDrawn(now: number, timestamp: number, id: number) {
    this.#drawn.push(now);
    const came = this.#waiting.find((frame) => frame.id === id);
    if (came) this.#held = now - came.at;
    this.#waiting = this.#waiting.filter((frame) => frame.id > id);
    const difference = now - timestamp;
    this.#least = Math.min(this.#least, difference);
    // The two clocks may differ: then only the delay above the quickest picture is known.
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

  /** A new socket: nothing has come through it yet. */
  reset() {
    this.#came = [];
    this.#drawn = [];
    this.#age = null;
    this.#held = 0;
    this.#waiting = [];
  }
}
