import type { IncomingFrame } from './frame-slot.ts';

/** Acknowledges the newest frame a while after the first: it covers all earlier ones. */
export class LateAcks {
  #newest: IncomingFrame | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #delayMs: number;
  readonly #acknowledge: (frame: IncomingFrame) => void;

  constructor(delayMs: number, acknowledge: (frame: IncomingFrame) => void) {
    this.#delayMs = delayMs;
    this.#acknowledge = acknowledge;
  }

  add(frame: IncomingFrame) {
    this.#newest = frame;
    this.#timer ??= setTimeout(() => {
      const { newest } = this.clear();
      if (newest) this.#acknowledge(newest);
    }, this.#delayMs);
  }

  /** Forgets the frames that wait. */
  clear(): { newest: IncomingFrame | null } {
    const newest = this.#newest;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#newest = null;
    return { newest };
  }
}
