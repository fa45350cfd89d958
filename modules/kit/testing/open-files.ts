import { readdir, readlink } from 'node:fs/promises';

/** Number of descriptors that this process has open on the file. Linux only; elsewhere always 0. */
export async function openFiles(path: string): Promise<number> {
  const held = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(held.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target === path).length;
}
