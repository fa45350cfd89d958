import { MAX_FPS, USUAL_FPS } from '../protocol/format.ts';

/**
 * Ticks `fps()` times a second by the clock. Ticks that are late by more than an interval are skipped, never made up
 * for.
 * @returns a function that stops it, even from within a tick
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

/** Limits the relay's requested frame rate to a valid one. */
export function clampFps(fps: number): number {
  return Number.isFinite(fps) ? Math.min(MAX_FPS, Math.max(1, fps)) : USUAL_FPS;
}
