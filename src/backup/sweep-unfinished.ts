import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of an unfinished nightly backup; see `unfinishedFiles`. */
const UNFINISHED = /^(reverie-\d{4}-\d{2}-\d{2}-\d{6}\.tar)\.(partial|database)$/;
/** A running backup constantly writes to one of its two files. */
const TIMEOUT_MS = 3600_000;
const PROBE = '.reverie-probe';

/**
 * Removes leftovers of killed nightly backups from a folder. Another node may be writing to the same folder, so this
 * only deletes files unchanged for an hour, by the clock of the folder's disk.
 */
export function sweepUnfinished(folder: string): void {
  const names = namesIn(folder).filter((name) => UNFINISHED.test(name));
  const runs = Map.groupBy(names, (name) => UNFINISHED.exec(name)?.[1]);
  if (runs.size === 0) return;
  const now = timeOf(folder);
  for (const files of runs.values()) {
    const paths = files.map((name) => join(folder, name));
    const times = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (now - Math.max(...times) <= TIMEOUT_MS) continue;
    for (const path of paths) rmSync(path, { force: true });
  }
}

/** The folder may be writable but not readable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The folder's own clock, in ms since the epoch. */
function timeOf(folder: string): number {
  const probe = join(folder, PROBE);
  writeFileSync(probe, '');
  const { mtimeMs } = statSync(probe);
  rmSync(probe, { force: true });
  return mtimeMs;
}
