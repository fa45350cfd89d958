import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** The mark of a folder that many people write into, such as /tmp. */
const STICKY = 0o1000;

/**
 * Makes DATA_DIR this user's alone: whatever this process and its children write from now on, and what is there
 * already with wider modes: the folder, and in it secrets, the database with its journal and copies, and the
 * folders of tapes, media and mails.
 * @returns what could not be narrowed, because it is another user's or shared
 */
export function keepFilesPrivate(dataDir: string): string[] {
  process.umask(OTHERS);
  const folder = lstatSync(dataDir, { throwIfNoEntry: false });
  // Its user finds out, and reports, whether it can be used at all.
  if (!folder?.isDirectory()) return [];
  if (folder.mode & STICKY) return [dataDir];
  return [dataDir, ...namesIn(dataDir).map((name) => join(dataDir, name))].filter((path) => !narrow(path));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function narrow(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return true;
  try {
    chmodSync(path, found.mode & 0o700);
    return true;
  } catch {
    return false;
  }
}
