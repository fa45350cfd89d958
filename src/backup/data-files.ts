import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TRACE_KEY_FILE, WORKER_TOKEN_FILE } from '../../modules/kit/settings/generated-secret.ts';
import { createFileStorage, PARTIAL_PREFIX } from '../../modules/kit/storage/file-storage.ts';
import type { StoredFile } from '../../modules/kit/storage/storage.ts';
import { isKey } from '../../modules/kit/storage/storage-key.ts';
import { CONTENT_CHAIN_FILE, OWN_CONTENT_KEY_FILE } from '../../modules/recordings/contract/settings.ts';
import { SETTINGS_FILE, SETTINGS_KEY_FILE } from '../settings/kept-settings.ts';

/**
 * Folders in DATA_DIR to back up, in addition to media and database. Everything else can be downloaded or regenerated.
 */
const FOLDERS = ['tapes/', 'outbox/'];
/** Single files in DATA_DIR to back up. */
export const FILES = [
  WORKER_TOKEN_FILE,
  TRACE_KEY_FILE,
  SETTINGS_FILE,
  SETTINGS_KEY_FILE,
  CONTENT_CHAIN_FILE,
  OWN_CONTENT_KEY_FILE,
];
/** All folders in DATA_DIR that a backup packs. */
export const BACKED_UP = ['media', 'tapes', 'outbox'];

/** True if a backup keeps the file with this key in DATA_DIR (media and database aside). */
export const isDataFile = (key: string): boolean =>
  isKey(key) && (FILES.includes(key) || FOLDERS.some((folder) => key.startsWith(folder)));

/**
 * The files in DATA_DIR to back up, as a storage. `put` can write any key.
 * @param mailsSince skips outbox mails older than this, in ms since the epoch
 */
export function createDataFiles(dataDir: string, mailsSince = 0) {
  const { stat, open, put, list } = createFileStorage(dataDir);
  return {
    stat,
    open,
    put,

    /** Removes unfinished files of a killed restore. */
    async sweep(): Promise<void> {
      for (const folder of FOLDERS) await createFileStorage(join(dataDir, folder)).sweep(Date.now());
      for (const name of await readdir(dataDir))
        if (name.startsWith(PARTIAL_PREFIX)) await rm(join(dataDir, name), { force: true });
    },

    async list() {
      const found = await Promise.all(FOLDERS.map(list));
      const single = await Promise.all(FILES.map(async (key) => ((await stat(key)) ? [key] : [])));
      // Skips damaged tapes and partly written mails, which have other kinds of names.
      const keys = [...single.flat(), ...found.flat()].filter((key) => isKey(key) && !key.endsWith('.part'));
      const isOver = await Promise.all(
        keys.map(async (key) => key.startsWith('outbox/') && isBefore(await stat(key), mailsSince)),
      );
      return keys.filter((_, at) => !isOver[at]);
    },
  };
}

const isBefore = (file: StoredFile | null, moment: number): boolean =>
  file !== null && file.modifiedAt.getTime() < moment;

/** File in DATA_DIR that holds the end time of the last backup, in seconds since the epoch. */
export const LAST_BACKUP_FILE = 'last-backup';
