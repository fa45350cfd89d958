import type { ViewerEvent } from '../../../modules/protocol/viewer-messages.ts';
import type { Pulse } from '../frames/pulse-meter.ts';

export interface Verdict {
  verdict: 'good' | 'fair' | 'poor';
  cause: 'network' | 'generator' | 'browser' | null;
}

/** The server's verdict on its side of the connection. */
export type Quality = Extract<ViewerEvent, { type: 'quality' }>;

export const GOOD: Verdict = { verdict: 'good', cause: null };

/** Consecutive checks, one per second, that must agree before the verdict changes. */
const LOOKS = 3;
/** If a smaller share of received frames is drawn, the device can't keep up. */
const DRAWN_FAIR = 0.8;
const DRAWN_POOR = 0.5;
/** A frame this old no longer feels like a response to the prompt. */
const OLD_MS = 1500;
const FEWEST_TO_JUDGE = 4;
/** Time from receipt to screen. No device that keeps up takes longer. */
const SLOW_HERE_MS = 100;

/** One check. The server knows the connection and the generator; only this page knows how well it draws. */
export function judge(pulse: Pulse, quality: Quality | null): Verdict {
  const share = pulse.came >= FEWEST_TO_JUDGE ? pulse.drawn / pulse.came : 1;
  if (share < DRAWN_FAIR) return { verdict: share < DRAWN_POOR ? 'poor' : 'fair', cause: 'browser' };
  // The server's round trip includes drawing on this device, which it can't separate from network delay.
  const way = pulse.held > SLOW_HERE_MS && pulse.held > (pulse.age ?? 0) / 2 ? 'browser' : 'network';
  if (quality && quality.verdict !== 'good')
    return { verdict: quality.verdict, cause: quality.cause === 'network' ? way : quality.cause };
  if (pulse.age !== null && pulse.age > OLD_MS) return { verdict: 'fair', cause: way };
  return GOOD;
}

/** Changes the verdict only when several checks agree. */
export class Debounced {
  #current = GOOD;
  #next = GOOD;
  #looks = 0;

  look(now: Verdict): Verdict {
    if (same(now, this.#current)) {
      this.#looks = 0;
      return this.#current;
    }
    this.#looks = same(now, this.#next) ? this.#looks + 1 : 1;
    this.#next = now;
    if (this.#looks >= LOOKS) {
      this.#current = now;
      this.#looks = 0;
    }
    return this.#current;
  }
}

export function same(one: Verdict, other: Verdict): boolean {
  return one.verdict === other.verdict && one.cause === other.cause;
}
