import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
/** Mode bit of folders that many users write to, such as /tmp. */
const STICKY = 0o1000;

/**
 * Restricts DATA_DIR to this user. Sets the umask for files to come, and removes other users' access from the folder
 * and its direct entries: secrets, the database with its journal and copies, and the folders of tapes, media and mails.
 * @returns paths whose mode can't be restricted because another user owns them or they are shared
 */
export function keepFilesPrivate(dataDir: string): string[] {
  process.umask(OTHERS);
  const folder = lstatSync(dataDir, { throwIfNoEntry: false });
  // A later step that opens the folder reports that it can't be used.
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
