/** Ticks so many times a second, by the clock: what is late by more than a tick is left out, never caught up with. */
export function startTicker(fps: () => number, tick: () => void): () => void {
  let due = performance.now();
  let timer = setTimeout(run, 0);

  function run(): void {
    const interval = 1000 / fps();
    due += interval;
    const now = performance.now();
    if (due < now) due += Math.ceil((now - due) / interval) * interval;
    timer = setTimeout(run, due - now);
    tick();
  }

  return () => clearTimeout(timer);
}
