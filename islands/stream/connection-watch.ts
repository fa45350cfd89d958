/** time without a new frame before the page says that the stream has stopped */
const STOPPED_MS = 3000;
/** time without any data before the connection is given up; the server sends something every two seconds */
const DEAD_MS = 5000;
/** If checks are further apart than this, the device was asleep and hasn't read what arrived. */
const SLEPT_MS = 2000;

/** Detects connections that died silently. All times in ms, monotonic. */
export class ConnectionWatch {
  #heardAt: number;
  #drawnAt: number;
  #lookedAt: number;

  constructor(openedAt: number) {
    this.#heardAt = openedAt;
    this.#drawnAt = openedAt;
    this.#lookedAt = openedAt;
  }

  /** Called when any data arrives. */
  heard(now: number) {
    this.#heardAt = now;
  }

  /** Called when a frame has been drawn. */
  drew(now: number) {
    this.#drawnAt = now;
  }

  /** Call at least once a second. */
  look(now: number): { stopped: boolean; dead: boolean } {
    if (now - this.#lookedAt > SLEPT_MS) {
      this.#heardAt = now;
      this.#drawnAt = now;
    }
    this.#lookedAt = now;
    return { stopped: now - this.#drawnAt >= STOPPED_MS, dead: now - this.#heardAt >= DEAD_MS };
  }
}
