import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyOwnTables } from '../../db/refill.ts';
import type { RestoreOutcome } from '../../modules/admin/schemas/backups.ts';
import type { Config } from '../config.ts';
import { utcText } from '../kit/clock.ts';
import { AppError, badRequest } from '../kit/errors.ts';
import { openStorage } from '../open-storage.ts';
import { StartFault, wordsOf } from '../start/start-fault.ts';
import { readAbout, verifyArchive } from './archive-reader.ts';
import { NOTHING, restoreArchive } from './restore-archive.ts';
import { readMarker } from './restore-marker.ts';

const PARTIAL = 'restore.tar.part';
/** An archive in DATA_DIR that the next start restores. */
const READY = 'restore.tar';
/** Says what became of it. */
const OUTCOME = 'restored.json';

export async function readOutcome(dataDir: string): Promise<RestoreOutcome | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, OUTCOME), 'utf8'));
  } catch {
    return null;
  }
}

/** Uploads of an archive, piece by piece: one that is broken off goes on where it was. */
export function createRestoreUpload({ DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>) {
  const partial = join(DATA_DIR, PARTIAL);
  return {
    /**
     * @param at bytes that were sent before
     * @returns bytes that are here
     * @throws AppError 409 where others are here
     */
    async add(at: number, bytes: Uint8Array): Promise<number> {
      const here = at === 0 ? 0 : (statSync(partial, { throwIfNoEntry: false })?.size ?? 0);
      if (at !== here)
        throw new AppError(409, 'other-place', `The upload goes on at byte ${here}.`, {
          extra: { at: here },
        });
      const file = await open(partial, at === 0 ? 'w' : 'a', 0o600);
      try {
        await file.write(bytes);
      } finally {
        await file.close();
      }
      return here + bytes.length;
    },

    /** The next start restores it. @throws AppError 400 for what is no archive of this kind of database */
    async finish(bytes: number): Promise<void> {
      const here = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
      if (here !== bytes)
        throw badRequest(`The file has ${bytes} bytes, and ${here} are here: upload it again.`);
      const about = await readAbout(partial).catch(() => {
        throw badRequest('This is no backup of this program.');
      });
      const kind = DATABASE_URL ? 'postgres' : 'sqlite';
      if (about.database !== kind)
        throw badRequest(
          `The backup holds a ${nameOf(about.database)} database, and this place runs on ${nameOf(kind)}.`,
        );
      await rename(partial, join(DATA_DIR, READY));
    },
  };
}

const nameOf = (kind: 'sqlite' | 'postgres') => (kind === 'sqlite' ? 'SQLite' : 'Postgres');

/**
 * Restores an archive that was uploaded, in place of what a fresh place has, which is kept aside. Broken off, the next
 * start goes on with it; an archive that can't be restored leaves everything as it was.
 * @returns true where there was one: settings may be others now
 */
export async function restoreUploaded(config: Config): Promise<boolean> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const path = join(dataDir, READY);
  if (!existsSync(path)) return false;
  const aside = join(dataDir, 'before-restore');
  let fault: string | null = null;
  try {
    // Before anything is moved.
    if (!readMarker(dataDir)) {
      await verifyArchive(path, () => {});
      moveAside(dataDir, aside);
      if (databaseUrl) await emptyOwnTables(databaseUrl);
    }
    await restoreArchive(path, {
      dataDir,
      databaseUrl,
      storage: openStorage(config),
      isFolder: !config.STORAGE_URL || config.STORAGE_URL.leaving,
      onProgress: () => {},
    });
  } catch (error) {
    if (readMarker(dataDir)) throw error;
    fault = wordsOf(error);
    moveBack(dataDir, aside);
  }
  rmSync(path);
  const outcome: RestoreOutcome = { at: utcText(Date.now()), fault };
  writeFileSync(join(dataDir, OUTCOME), JSON.stringify(outcome), { mode: 0o600 });
  return true;
}

function moveAside(dataDir: string, aside: string): void {
  if (existsSync(aside))
    throw new StartFault(
      `DATA_DIR: ${aside} is there from an earlier restore. Move it elsewhere, and try again.`,
    );
  const names = readdirSync(dataDir).filter((name) => !NOTHING.test(name));
  mkdirSync(aside, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(aside, name));
}

function moveBack(dataDir: string, aside: string): void {
  if (!existsSync(aside)) return;
  for (const name of readdirSync(aside)) renameSync(join(aside, name), join(dataDir, name));
  rmSync(aside, { recursive: true });
}
