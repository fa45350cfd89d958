/**
 * Lets a call that many events ask for run once at a time: what is asked for meanwhile is asked for once more after it,
 * since the answer on its way may be older.
 */
export function oneAtATime(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  const run = () => {
    running = call().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return run();
    again ??= running
      .catch(() => undefined)
      .then(() => {
        again = null;
        return run();
      });
    return again;
  };
}
