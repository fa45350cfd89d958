/**
 * Runs a call one at a time. Requests made while it runs cause one more run afterwards, because the response in flight
 * may already be stale.
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
