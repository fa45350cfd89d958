import { existsSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assertKnown, isEmptyPostgres, type Refill, refillPostgres } from '../../db/refill.ts';
import { SQLITE_FILE } from '../../db/settings.ts';
import { contentTypeOf } from '../../modules/kit/http/content-type.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { formatBytes, formatList } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { StartFault } from '../start/start-fault.ts';
import { type ArchivedFile, readAbout, readFiles, verifyArchive } from './archive-reader.ts';
import { assertPlaces } from './assert-places.ts';
import { createDataFiles } from './data-files.ts';
import { fitSettings, type Place } from './fit-settings.ts';
import type { About, Manifest } from './manifest.ts';
import { filledState } from './place-files.ts';
import { addRows } from './postgres-copy.ts';
import { readMarker, writeMarker } from './restore-marker.ts';

export interface RestoreOptions {
  dataDir: string;
  database: 'sqlite' | 'postgres';
  /** The Postgres database to fill; null if the caller does that. */
  databaseUrl: string | null;
  storage: Storage;
  /** True if the storage is a folder in `dataDir`. */
  isFolder: boolean;
  /** The installation that the archive's settings must fit. */
  place: Place;
  onProgress(doing: 'checked' | 'restored', bytes: number, total: number | null): void;
}

export interface Restored {
  /** Number of media files. */
  files: number;
  /** One sentence for each setting left out. */
  leftOut: string[];
  /** When the backup was made, as ISO text. */
  madeAt: string;
}

/**
 * Verifies an archive and restores it into an empty installation. Can be run again if interrupted. A marker keeps the
 * program from starting until the caller removes it.
 * @throws StartFault whose message is for operators
 */
export async function restoreArchive(path: string, options: RestoreOptions): Promise<Restored> {
  const { dataDir, databaseUrl } = options;
  const about = await readAbout(path);
  assertDatabase(about, options.database);
  const marker = readMarker(dataDir);
  if (marker && marker.id !== about.id) {
    throw new StartFault(
      `DATA_DIR: ${m.backup_restore_other({ path: dataDir })}`,
      m.backup_restore_other_cure(),
    );
  }
  const isEmpty = databaseUrl === null || (await isEmptyPostgres(databaseUrl));
  if (marker?.step !== 'committing' || isEmpty) {
    if (!isEmpty)
      throw new StartFault(`DATABASE_URL: ${m.backup_restore_tables()}`, m.backup_restore_tables_cure());
    if (!marker) await assertNothingThere(options);
    const manifest = await verifyArchive(path, (bytes) => options.onProgress('checked', bytes, null));
    assertPlaces(about, manifest);
    assertKnown(manifest.database, manifest.migrations);
    assertRoom(manifest, options);
    await fill(path, manifest, options);
  }
  const leftOut = fitSettings(dataDir, options.place);
  return { files: (await options.storage.list('')).length, leftOut, madeAt: about.madeAt };
}

function assertDatabase({ database }: About, wanted: RestoreOptions['database']): void {
  if (database === wanted) return;
  throw wanted === 'postgres'
    ? new StartFault(`DATABASE_URL: ${m.backup_restore_is_sqlite()}`, m.backup_restore_is_sqlite_cure())
    : new StartFault(`DATABASE_URL: ${m.backup_restore_is_postgres()}`, m.backup_restore_is_postgres_cure());
}

async function assertNothingThere({ dataDir, storage, isFolder }: RestoreOptions): Promise<void> {
  const found = await filledState(dataDir);
  if (found.length > 0) {
    throw new StartFault(
      `DATA_DIR: ${m.backup_restore_folder({ path: dataDir, names: formatList(found.slice(0, 3), 'unit') })}`,
      m.backup_restore_folder_cure(),
    );
  }
  if (!isFolder && (await storage.list('')).length > 0)
    throw new StartFault(
      `STORAGE_URL: ${m.backup_restore_bucket({ place: storage.place })}`,
      m.backup_restore_bucket_cure(),
    );
}

/** Media may be on a disk of its own. */
function assertRoom({ files }: Manifest, { dataDir, isFolder }: RestoreOptions): void {
  const media = join(dataDir, 'media');
  const mediaDisk = existsSync(media) ? media : dataDir;
  const needed = new Map<number, { path: string; bytes: number }>();
  for (const [place, { bytes }] of Object.entries(files)) {
    const isMedia = place.startsWith('media/');
    if (isMedia && !isFolder) continue;
    const path = isMedia ? mediaDisk : dataDir;
    const disk = statSync(path).dev;
    needed.set(disk, { path, bytes: (needed.get(disk)?.bytes ?? 0) + bytes });
  }
  for (const { path, bytes } of needed.values()) {
    const { bavail, bsize, blocks } = statfsSync(path);
    if (blocks === 0 || bavail * bsize >= bytes) continue;
    throw new StartFault(
      `DATA_DIR: ${m.backup_restore_space({ path, free: formatBytes(bavail * bsize), needed: formatBytes(bytes) })}`,
      m.backup_restore_space_cure(),
    );
  }
}

async function fill(path: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { dataDir, database, databaseUrl, storage, onProgress } = options;
  const data = createDataFiles(dataDir);
  const total = Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0);
  let refill: Refill | null = null;
  let done = 0;
  writeMarker(dataDir, { id: manifest.id, step: 'filling' });
  try {
    if (databaseUrl) refill = await refillPostgres(databaseUrl, manifest.migrations);
    for await (const file of readFiles(path, manifest)) {
      const [kind, key] = splitPlace(file.place);
      if (kind === 'media') await putMedia(storage, key, file);
      else if (kind === 'data') await data.put(key, file.body, '', file);
      else if (database === 'sqlite') await data.put(SQLITE_FILE, file.body, '');
      else if (refill) await addRows(refill, await file.text());
      else await file.passOver();
      done += file.bytes;
      onProgress('restored', done, total);
    }
    await data.sweep();
    await storage.sweep(Date.now());
    writeMarker(dataDir, { id: manifest.id, step: 'committing' });
    await refill?.finish();
  } catch (error) {
    await refill?.abort();
    throw error;
  }
}

function splitPlace(place: string): [kind: string, key: string] {
  const slash = place.indexOf('/');
  return [place.slice(0, slash), place.slice(slash + 1)];
}

/** Skips files already restored by an earlier run, if the storage knows their digest. */
async function putMedia(storage: Storage, key: string, file: ArchivedFile): Promise<void> {
  const there = await storage.stat(key);
  if (there?.sha256 === file.sha256) await file.passOver();
  else await storage.put(key, file.body, contentTypeOf(basename(key)), file);
}
