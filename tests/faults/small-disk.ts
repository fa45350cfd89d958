import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SPARED_BYTES = 8 * 1024 * 1024;

/** A disk of its own that a test can fill. */
export interface SmallDisk {
  /** Leaves no byte free. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Mounts a small disk in memory over this folder; null where mounting is not permitted. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | null> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch (error) {
    console.log(`no small disk could be mounted, so full ones were not tried: ${(error as Error).message}`);
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await run('fallocate', ['-l', String(Math.max(1, bavail * bsize - SPARED_BYTES)), filler]);
      // The program writes as well: the last pages are taken one by one, until there is none.
      const rest = await open(filler, 'a');
      const page = Buffer.alloc(4096);
      while (await rest.write(page).catch(() => null));
      await rest.close();
    },
    free: () => rm(filler, { force: true }),
    async unmount() {
      await run('umount', ['-l', folder]);
    },
  };
}
