import { execFileSync } from 'node:child_process';

/** Mounts a separate disk on this folder if the user may; returns a function that unmounts it, or null. */
export function mountSmallDisk(folder: string, size = '1m'): (() => void) | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
}

/** Resizes a mounted disk while it is in use. */
export function resizeDisk(folder: string, size: string): void {
  execFileSync('mount', ['-o', `remount,size=${size}`, folder], { stdio: 'ignore' });
}
