import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mountSmallDisk } from '../../modules/kit/testing/small-disk.ts';

const run = promisify(execFile);
const SPARED_BYTES = 8 * 1024 * 1024;

/** A small disk that a test can fill. */
export interface FillableDisk {
  /** Leaves no byte free. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): void;
}

/** Mounts an in-memory disk over this folder. Logs and returns null if mounting isn't permitted. */
export function mountFillableDisk(folder: string, megabytes: number): FillableDisk | null {
  const unmount = mountSmallDisk(folder, `${megabytes}m`);
  if (!unmount) {
    console.log('no small disk could be mounted here, so full ones were not tried');
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await run('fallocate', ['-l', String(Math.max(1, bavail * bsize - SPARED_BYTES)), filler]);
      // The program writes as well, so take the last pages one at a time until none are left.
      const rest = await open(filler, 'a');
      const page = Buffer.alloc(4096);
      while (await rest.write(page).catch(() => null));
      await rest.close();
    },
    free: () => rm(filler, { force: true }),
    unmount,
  };
}
