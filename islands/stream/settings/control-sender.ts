import type { ControlValue } from '../../../modules/protocol/controls.ts';

/** A slider that is dragged sends so many times a second, and where it came to rest. */
const INTERVAL_MS = 200;

type Send = (name: string, value: ControlValue) => void;

/**
 * Sends what a person turns, no faster than the relay takes it. Answers to what was turned further meanwhile are not for
 * the page, or else a slider would jump back under the hand.
 */
export class ControlSender {
  readonly #send: Send;
  /** values that are sent next; undefined where nothing changed since the last */
  readonly #next = new Map<
    string,
    { value: ControlValue | undefined; timer: ReturnType<typeof setTimeout> }
  >();
  readonly #unanswered = new Map<string, number>();

  constructor(send: Send) {
    this.#send = send;
  }

  turn(name: string, value: ControlValue) {
    const next = this.#next.get(name);
    if (next) next.value = value;
    else this.#sendNow(name, value);
  }

  /** @returns whether the answer is to the last that was turned */
  answered(name: string): boolean {
    const left = Math.max(0, (this.#unanswered.get(name) ?? 0) - 1);
    this.#unanswered.set(name, left);
    return left === 0 && this.#next.get(name)?.value === undefined;
  }

  /** The socket is gone, and with it what was not answered. */
  drop() {
    for (const { timer } of this.#next.values()) clearTimeout(timer);
    this.#next.clear();
    this.#unanswered.clear();
  }

  #sendNow(name: string, value: ControlValue) {
    this.#unanswered.set(name, (this.#unanswered.get(name) ?? 0) + 1);
    this.#next.set(name, { value: undefined, timer: setTimeout(() => this.#due(name), INTERVAL_MS) });
    this.#send(name, value);
  }

  #due(name: string) {
    const value = this.#next.get(name)?.value;
    this.#next.delete(name);
    if (value !== undefined) this.#sendNow(name, value);
  }
}
