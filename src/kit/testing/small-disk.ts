import { execFileSync } from 'node:child_process';

/** A disk of its own at this folder, where the user may mount one; gives back how to take it away, or null. */
export function mountSmallDisk(folder: string, size = '1m'): (() => void) | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
}

/** Gives a mounted disk another size while it is in use. */
export function resizeDisk(folder: string, size: string): void {
  execFileSync('mount', ['-o', `remount,size=${size}`, folder], { stdio: 'ignore' });
}
