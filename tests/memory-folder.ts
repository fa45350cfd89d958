import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const MUCH_MEMORY_BYTES = 4 * 1024 ** 3;
/** Followed by the id of the process that created it. */
const PREFIX = 'reverie-run-';

/**
 * Creates a folder for everything the tests of one run store; deleted when the process exits. In memory if there is
 * room, since waiting for disk commits takes most of a run's time. Tests that need a particular kind of disk mount it
 * themselves.
 */
export function makeRunFolder(): string {
  const home = hasRoomInMemory() ? MEMORY : tmpdir();
  removeLeftOvers(home);
  const folder = mkdtempSync(join(home, `${PREFIX}${process.pid}-`));
  // Postgres may run as another user, who must be able to enter it.
  chmodSync(folder, 0o755);
  process.once('exit', () => remove(folder));
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MUCH_MEMORY_BYTES && runsPrograms(MEMORY);
  } catch {
    return false;
  }
}

/**
 * Programs must be executable there: if only root can read the checkout, Postgres is started from a copy in such a
 * folder.
 */
function runsPrograms(mounted: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , , options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === mounted) ?? [];
  return options !== '' && !options.split(',').includes('noexec');
}

/** Removes folders of killed runs, whose memory would otherwise never be freed. */
function removeLeftOvers(home: string): void {
  // Only Linux has this list of processes.
  if (!existsSync('/proc/self')) return;
  for (const name of readdirSync(home)) {
    const pid = name.match(new RegExp(`^${PREFIX}(\\d+)-`))?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) remove(join(home, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A disk is still mounted in it; everything else has been deleted.
  }
}
