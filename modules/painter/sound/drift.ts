import { createRandom, mixSeed, type Random } from '../../generator/random.ts';

/** A slow, smooth random curve of 0–1 that changes about once per unit of `x`. */
export function drift(seed: number, x: number): number {
  const at = Math.floor(x);
  const t = x - at;
  const from = mixSeed(seed, at) / 4294967296;
  const to = mixSeed(seed, at + 1) / 4294967296;
  return from + (to - from) * t * t * (3 - 2 * t);
}

/**
 * Visits the time slots whose events may still sound between two moments, each with its own random numbers. The unit of
 * time is the caller's.
 * @param lasting longest time from the start of a slot to the end of its events
 */
export function eachSlot(
  seed: number,
  slot: number,
  lasting: number,
  from: number,
  to: number,
  visit: (start: number, random: Random, index: number) => void,
): void {
  const last = Math.floor(to / slot);
  for (let i = Math.floor((from - lasting) / slot); i <= last; i++)
    visit(i * slot, createRandom(mixSeed(seed, i)), i);
}
