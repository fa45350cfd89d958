import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SQLITE_FILE } from '../../db/settings.ts';
import { listFolder } from '../../modules/kit/storage/list-folder.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { StartFault } from '../start/start-fault.ts';
import { BACKED_UP, FILES } from './data-files.ts';

/**
 * True for names in DATA_DIR that hold persistent state, which a restore replaces. Foreign files, and anything that can
 * be downloaded or measured again, stay where they are.
 */
export const isState = (name: string): boolean =>
  name.startsWith(SQLITE_FILE) || [...FOLDERS, ...FILES].includes(name);
const FOLDERS = [...BACKED_UP, 'uploads'];

export const stateIn = (dataDir: string): string[] => readdirSync(dataDir).filter(isState);

/** Names that hold state, without folders that contain no files of ours. */
export async function filledState(dataDir: string): Promise<string[]> {
  const names = await Promise.all(
    stateIn(dataDir).map(async (name) => {
      const isEmpty = FOLDERS.includes(name) && (await listFolder(join(dataDir, name), '')).length === 0;
      return isEmpty ? [] : [name];
    }),
  );
  return names.flat();
}

/**
 * Rejects folders that can't be swapped by renaming: for a link only the link would move, and a mount can't move at
 * all.
 * @throws StartFault
 */
export function assertMovable(dataDir: string): void {
  const fixed = stateIn(dataDir).flatMap((name) => fixedIn(dataDir, join(dataDir, name)))[0];
  if (fixed === undefined) return;
  throw new StartFault(`DATA_DIR: ${m.backup_not_movable({ path: fixed })}`, m.backup_not_movable_cure());
}

/** Links and mounts at or below a path. */
function fixedIn(dataDir: string, path: string): string[] {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return [path];
  if (!found.isDirectory()) return [];
  if (found.dev !== lstatSync(`${dataDir}/.`).dev || mountsBelow(path).length > 0) return [path];
  return linksBelow(path);
}

const linksBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() ? linksBelow(path) : [];
  });

/** Bind mounts of the same disk share its device number; only Linux lists them. */
function mountsBelow(path: string): string[] {
  const top = realpathSync(path);
  return mountPoints().filter((point) => point === top || !relative(top, point).startsWith('..'));
}

function mountPoints(): string[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .flatMap((line) => line.split(' ')[4] ?? [])
      .map((point) =>
        point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
      );
  } catch {
    return [];
  }
}
