import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isKey, isKeyPart } from './storage-key.ts';

/**
 * Sorted keys of the files in a folder that start with a prefix. Follows links, so that files on another disk count.
 * Skips names that aren't valid keys (`.DS_Store`, `@eaDir`, `lost+found`), because they belong to other programs.
 * Lists broken links, because they stand for a missing file.
 */
export async function listFolder(dir: string, prefix: string): Promise<string[]> {
  const keys: string[] = [];

  /** @param above real paths of the folders from which links were followed */
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
    // A link to one of its parent folders would recurse forever.
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

/** True if the path doesn't exist, including a file in place of a folder, and circular links. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
