import type { ClientFpsData } from './worker-messages.ts';

const BIN_MS = 10_000;

/** Counts drawn frames in 10-second bins, starting at the first frame. */
export class FpsCounter {
  #start: number | null = null;
  #total = 0;
  readonly #bins = new Map<number, number>();

  /** @returns true if this frame started a new bin, so the previous one is complete */
  count(now: number): boolean {
    this.#start ??= now;
    this.#total++;
    const bin = Math.floor((now - this.#start) / BIN_MS);
    const before = this.#bins.get(bin);
    this.#bins.set(bin, (before ?? 0) + 1);
    return before === undefined && bin > 0;
  }

  /** Completed bins only; the current one would read too low. */
  read(now: number): ClientFpsData {
    const start = this.#start;
    if (start === null) return {};
    const data: ClientFpsData = {};
    const current = Math.floor((now - start) / BIN_MS);
    for (let bin = 0; bin < current; bin++) {
      data[String(start + bin * BIN_MS)] = round(((this.#bins.get(bin) ?? 0) * 1000) / BIN_MS);
    }
    if (now > start) data.overall = round((this.#total * 1000) / (now - start));
    return data;
  }
}

const round = (value: number) => Math.round(value * 100) / 100;
