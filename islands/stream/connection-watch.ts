/** ms without a picture, after which the page says so */
const STOPPED_MS = 3000;
/** ms without a byte, after which the line is given up: the server says something every two seconds */
const DEAD_MS = 5000;
/** Looks that are further apart than this: the device slept, and what came meanwhile is yet to be read. */
const SLEPT_MS = 2000;

/** Finds lines that have died without a word. All times in ms, on a clock that never jumps. */
export class ConnectionWatch {
  #heardAt: number;
  #drawnAt: number;
  #lookedAt: number;

  constructor(openedAt: number) {
    this.#heardAt = openedAt;
    this.#drawnAt = openedAt;
    this.#lookedAt = openedAt;
  }

  /** Anything came. */
  heard(now: number) {
    this.#heardAt = now;
  }

  /** A picture stands on the screen. */
  drew(now: number) {
    this.#drawnAt = now;
  }

  /** To be asked at least every second. */
  look(now: number): { stopped: boolean; dead: boolean } {
    if (now - this.#lookedAt > SLEPT_MS) {
      this.#heardAt = now;
      this.#drawnAt = now;
    }
    this.#lookedAt = now;
    return { stopped: now - this.#drawnAt >= STOPPED_MS, dead: now - this.#heardAt >= DEAD_MS };
  }
}
