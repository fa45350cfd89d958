import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a nightly backup on its way: see `unfinishedFiles`. */
const UNFINISHED = /^(reverie-\d{4}-\d{2}-\d{2}-\d{6}\.tar)\.(partial|database)$/;
/** A backup at work writes to one of its two files all the time. */
const TIMEOUT_MS = 3600_000;
const PROBE = '.reverie-probe';

/**
 * Removes what killed nightly backups left in a folder. Another node may be at work in the same one: only files that were
 * not written for an hour go, by the clock of the folder's own disk.
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

/** A folder may be one that files can be put into and not listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** ms since the epoch */
function timeOf(folder: string): number {
  const probe = join(folder, PROBE);
  writeFileSync(probe, '');
  const { mtimeMs } = statSync(probe);
  rmSync(probe, { force: true });
  return mtimeMs;
}
