/** A frame on its way to the screen. */
export interface IncomingFrame {
  id: number;
  /** capture time at the generator, in ms since the epoch */
  at: number;
  requestAck: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Draws one frame at a time and keeps only the newest waiting one, so a slow screen shows fewer frames but never old
 * ones. A replaced frame counts as done once its successor is drawn: the sender's window opens again and still measures
 * the real delay.
 */
export class FrameSlot {
  #busy = false;
  #next: IncomingFrame | null = null;
  #overtaken: IncomingFrame[] = [];
  readonly #draw: (frame: IncomingFrame) => Promise<void>;
  readonly #onDone: (frame: IncomingFrame, drawn: boolean) => void;

  constructor(
    draw: (frame: IncomingFrame) => Promise<void>,
    onDone: (frame: IncomingFrame, drawn: boolean) => void,
  ) {
    this.#draw = draw;
    this.#onDone = onDone;
  }

  offer(frame: IncomingFrame) {
    if (this.#next) this.#overtaken.push(this.#next);
    this.#next = frame;
    if (!this.#busy) void this.#run();
  }

  /** Drops waiting frames. A frame that is being drawn is finished. */
  clear() {
    this.#next = null;
    this.#overtaken = [];
  }

  async #run() {
    this.#busy = true;
    for (let frame = this.#take(); frame; frame = this.#take()) {
      const overtaken = this.#overtaken;
      this.#overtaken = [];
      let drawn = true;
      try {
        await this.#draw(frame);
      } catch {
        // Skip a damaged frame; the next one is complete in itself.
        drawn = false;
      }
      for (const old of overtaken) this.#onDone(old, false);
      this.#onDone(frame, drawn);
    }
    this.#busy = false;
  }

  #take(): IncomingFrame | null {
    const frame = this.#next;
    this.#next = null;
    return frame;
  }
}
