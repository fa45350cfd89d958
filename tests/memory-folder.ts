import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const MUCH_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * The folder for what tests store. It lies in memory where the system has a file system with room there: commits
 * that wait for a disk take most of a run's time. Tests that need a disk of a kind mount it themselves.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MUCH_MEMORY_BYTES && runsPrograms(MEMORY) ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Where the checkout is root's alone, Postgres is started from a copy in such a folder. */
function runsPrograms(mounted: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , , options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === mounted) ?? [];
  return options !== '' && !options.split(',').includes('noexec');
}
