import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isKey, isKeyPart } from './storage-key.ts';

/**
 * Keys of the files below a folder that start with a prefix, in order. Links are followed, so that files on another disk
 * count. Names that are no keys (`.DS_Store`, `@eaDir`, `lost+found`) belong to other programs: they are neither listed
 * nor looked into. A link that leads nowhere is listed, since a file is missing there.
 */
export async function listFolder(dir: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];

  /** @param above real paths of the folders that links led out of */
  async function look(folder: string, above: readonly string[]): Promise<void> {
    for (const entry of await entriesOf(join(dir, folder))) {
      const key = `${folder}${entry.name}`;
      const isWanted = key.startsWith(prefix) || prefix.startsWith(`${key}/`);
      if (!isWanted || !isKeyPart(entry.name)) continue;
      if (entry.isDirectory()) await look(`${key}/`, above);
      else if (entry.isSymbolicLink()) await follow(key, above);
      else if (entry.isFile()) keys.push(key);
    }
  }

  async function follow(key: string, above: readonly string[]): Promise<void> {
    const path = join(dir, key);
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) return void keys.push(key);
    const target = await realpath(path);
    const from = [...above, await realpath(join(path, '..'))];
    // A link to a folder above it has no end.
    if (!from.some((one) => `${one}/`.startsWith(`${target}/`))) await look(`${key}/`, from);
  }

  await look('', []);
  return keys.filter((key) => isKey(key) && key.startsWith(prefix)).sort();
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** True if nothing is there: a file where the path has a folder, and links in a circle, lead nowhere either. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
