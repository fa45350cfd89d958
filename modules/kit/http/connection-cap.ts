import { descriptorLimit, holdDescriptors, openDescriptors } from './descriptors.ts';

/** Descriptors reserved for the program's own files, threads and processes. */
const RESERVE = 96;
/** New connections are accepted again below this share of the limit. */
const RESUME_PART = 0.75;
const LOOK_MS = 50;

/** Maximum number of connections that leaves the program enough descriptors; null if the limit is unknown. */
export function maxConnections(): number | null {
  const limit = descriptorLimit();
  return limit === null ? null : Math.max(RESERVE, limit - 2 * RESERVE);
}

/**
 * For runtimes without a connection limit. Keeps descriptors in reserve and polls whether any others are left. If not,
 * it stops accepting connections until enough have ended, and releases the reserve to the program.
 * @returns a function that stops this
 */
export function capConnections(door: {
  close(): void;
  open(): boolean;
  changed(isFull: boolean): void;
}): () => void {
  const limit = descriptorLimit() ?? 0;
  if (limit < 3 * RESERVE) return () => {};
  let reserve = holdDescriptors(RESERVE);
  let isFull = false;

  function look(): void {
    if (isFull) {
      const open = openDescriptors();
      if (open === null || open > limit * RESUME_PART) return;
      reserve ??= holdDescriptors(RESERVE);
      if (!reserve || !door.open()) return;
      isFull = false;
      door.changed(false);
      return;
    }
    const spare = holdDescriptors(1);
    spare?.release();
    if (spare) return;
    door.close();
    reserve?.release();
    reserve = null;
    isFull = true;
    door.changed(true);
  }

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    reserve?.release();
  };
}
