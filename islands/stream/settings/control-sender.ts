import type { ControlValue } from '../../../modules/protocol/controls.ts';

/** Minimum interval while a slider is dragged. Its final value is always sent. */
const INTERVAL_MS = 200;

type Send = (name: string, value: ControlValue) => void;

/**
 * Sends control changes no faster than the relay accepts them. Answers to outdated changes are hidden from the page;
 * otherwise a slider would jump back while being dragged.
 */
export class ControlSender {
  readonly #send: Send;
  /** the next value to send; undefined if nothing has changed since the last one */
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

  /** @returns true if this answers the latest change */
  answered(name: string): boolean {
    const left = Math.max(0, (this.#unanswered.get(name) ?? 0) - 1);
    this.#unanswered.set(name, left);
    return left === 0 && this.#next.get(name)?.value === undefined;
  }

  /** The socket has closed, and unanswered changes are lost with it. */
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
