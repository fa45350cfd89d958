import { descriptorLimit, holdDescriptors, openDescriptors } from './descriptors.ts';

/** Kept for the program's own files, threads and processes; connections never get them. */
const RESERVE = 96;
/** Below this share of the limit new connections are taken again. */
const RESUME_PART = 0.75;
const LOOK_MS = 50;

/** The most connections that leave the program enough descriptors; null where the system sets no limit that can be read. */
export function maxConnections(): number | null {
  const limit = descriptorLimit();
  return limit === null ? null : Math.max(RESERVE, limit - 2 * RESERVE);
}

/**
 * For a runtime that knows no limit on connections: keeps descriptors in reserve and looks whether any are left beside them.
 * Where there are none it has no further connection accepted until enough have ended, and gives the reserve to the program.
 * @returns stops looking
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
