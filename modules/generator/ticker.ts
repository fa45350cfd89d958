import { MAX_FPS, USUAL_FPS } from '../protocol/format.ts';

/**
 * Ticks so many times a second, by the clock: ticks that are late by more than an interval are left out, never
 * caught up with.
 * @returns what stops it, also from within a tick
 */
export function startTicker(fps: () => number, tick: () => void): () => void {
  let due = performance.now();
  let stopped = false;
  let timer = setTimeout(run, 0);

  function run(): void {
    tick();
    if (stopped) return;
    const interval = 1000 / fps();
    const now = performance.now();
    due += interval;
    if (due < now) due += Math.ceil((now - due) / interval) * interval;
    timer = setTimeout(run, due - now);
  }

  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** A rate that can be ticked at, of what a relay wishes. */
export function clampFps(fps: number): number {
  return Number.isFinite(fps) ? Math.min(MAX_FPS, Math.max(1, fps)) : USUAL_FPS;
}
