import { AT_REST } from '../../../modules/protocol/steering.ts';

/** Minimum interval between changes. */
const INTERVAL_MS = 50;
/** The relay releases everything after a second without messages. */
const REPEAT_MS = 400;

/** Sends the held state: changes promptly, and repeatedly while anything is held. */
export class SteerSender {
  readonly #send: (value: string) => void;
  #wanted = AT_REST;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (value: string) => void) {
    this.#send = send;
  }

  hold(value: string) {
    if (value === this.#wanted) return;
    this.#wanted = value;
    clearTimeout(this.#timer);
    const wait = this.#sentAt + INTERVAL_MS - performance.now();
    if (wait <= 0) this.#sendNow();
    else this.#timer = setTimeout(this.#sendNow, wait);
  }

  /** Sends at once, regardless of the minimum interval. */
  release() {
    if (this.#wanted === AT_REST && this.#timer === undefined) return;
    this.#wanted = AT_REST;
    this.#sendNow();
  }

  readonly #sendNow = () => {
    clearTimeout(this.#timer);
    this.#sentAt = performance.now();
    this.#timer = this.#wanted === AT_REST ? undefined : setTimeout(this.#sendNow, REPEAT_MS);
    this.#send(this.#wanted);
  };
}
