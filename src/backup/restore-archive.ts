import { lstatSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { assertKnown, isEmptyPostgres, type Refill, refillPostgres } from '../../db/refill.ts';
import { SQLITE_FILE } from '../../db/settings.ts';
import type { TableRows } from '../../db/snapshot.ts';
import { contentTypeOf } from '../kit/http/content-type.ts';
import type { Storage } from '../kit/storage/storage.ts';
import { StartFault } from '../start/start-fault.ts';
import { type ArchivedFile, ArchiveError, readAbout, readFiles, verifyArchive } from './archive-reader.ts';
import { assertPlaces } from './assert-places.ts';
import { createDataFiles } from './data-files.ts';
import type { About, Manifest } from './manifest.ts';
import { readMarker, removeMarker, writeMarker } from './restore-marker.ts';

/**
 * Contents, beside empty folders, of a folder that was just made or is a disk of its own; and an archive that was
 * uploaded, with what it takes the place of.
 */
export const NOTHING =
  /^(in-use\..*|restoring\.json(\.new)?|lost\+found|restore\.tar|before-restore|backups)$/;

export interface RestoreOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  storage: Storage;
  /** whether the storage is a folder below dataDir */
  isFolder: boolean;
  onProgress(doing: 'checked' | 'restored', bytes: number, of: number | null): void;
}

/**
 * Puts all of an archive back where nothing is yet, once it was verified. Broken off, it can be run again, and until it
 * has come to its end a marker keeps the program from starting.
 * @throws StartFault in words for operators
 */
export async function restoreArchive(path: string, options: RestoreOptions): Promise<{ files: number }> {
  const { dataDir, databaseUrl } = options;
  const about = await readAbout(path);
  assertDatabase(about, databaseUrl);
  const marker = readMarker(dataDir);
  if (marker && marker.id !== about.id) {
    throw new StartFault(
      `DATA_DIR: the restore of another archive was broken off in ${dataDir}. Run that one again, or empty the folder.`,
    );
  }
  const isEmpty = databaseUrl === undefined || (await isEmptyPostgres(databaseUrl));
  if (marker?.step !== 'committing' || isEmpty) {
    if (!isEmpty) throw new StartFault('DATABASE_URL: the database holds tables. Name one that is empty.');
    if (!marker) await assertNothingThere(options);
    const manifest = await verifyArchive(path, (bytes) => options.onProgress('checked', bytes, null));
    assertPlaces(about, manifest);
    assertKnown(manifest.database, manifest.migrations);
    await assertRoom(manifest, options);
    await fill(path, manifest, options);
  }
  await removeMarker(dataDir);
  return { files: (await options.storage.list('')).length };
}

function assertDatabase({ database }: About, databaseUrl: string | undefined): void {
  if (database === (databaseUrl ? 'postgres' : 'sqlite')) return;
  throw new StartFault(
    databaseUrl
      ? 'DATABASE_URL: the archive holds a SQLite database. Restore it without DATABASE_URL.'
      : 'DATABASE_URL: the archive holds a Postgres database. Set it to an empty one.',
  );
}

async function assertNothingThere({ dataDir, storage, isFolder }: RestoreOptions): Promise<void> {
  const found = readdirSync(dataDir).filter(
    (name) => !NOTHING.test(name) && !isEmptyFolder(join(dataDir, name)),
  );
  if (found.length > 0) {
    throw new StartFault(
      `DATA_DIR: ${dataDir} holds ${found.slice(0, 3).join(', ')}. Restore into a folder that is empty or not there yet.`,
    );
  }
  if (!isFolder && (await storage.list('')).length > 0)
    throw new StartFault(`STORAGE_URL: ${storage.place} holds files. Name an empty bucket or prefix.`);
}

function isEmptyFolder(path: string): boolean {
  return lstatSync(path).isDirectory() && readdirSync(path).length === 0;
}

async function assertRoom({ files }: Manifest, { dataDir, isFolder }: RestoreOptions): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(dataDir);
  const needed = Object.entries(files)
    .filter(([place]) => isFolder || !place.startsWith('media/'))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);
  if (blocks === 0 || bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  throw new StartFault(
    `DATA_DIR: ${dataDir} has room for ${megabytes(bavail * bsize)} MB, and ${megabytes(needed)} MB are needed. Make room, or choose another disk.`,
  );
}

async function fill(path: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { dataDir, databaseUrl, storage, onProgress } = options;
  const data = createDataFiles(dataDir);
  const of = Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0);
  let refill: Refill | null = null;
  let done = 0;
  await writeMarker(dataDir, { id: manifest.id, step: 'filling' });
  try {
    if (databaseUrl) refill = await refillPostgres(databaseUrl, manifest.migrations);
    for await (const file of readFiles(path, manifest)) {
      const [kind, key] = splitPlace(file.place);
      if (kind === 'media') await putMedia(storage, key, file);
      else if (kind === 'data') await data.put(key, file.body, '', file);
      else if (refill) await refill.add(rowsOf(await file.text()));
      else await data.put(SQLITE_FILE, file.body, '');
      done += file.bytes;
      onProgress('restored', done, of);
    }
    await writeMarker(dataDir, { id: manifest.id, step: 'committing' });
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

/** @throws ArchiveError */
function rowsOf(text: string): TableRows {
  try {
    return tableRows.parse(JSON.parse(text));
  } catch {
    throw new ArchiveError('a part of its database can’t be read');
  }
}
const tableRows = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
});

/** Files of an earlier run are left as they are, where the storage knows their digest. */
async function putMedia(storage: Storage, key: string, file: ArchivedFile): Promise<void> {
  const there = await storage.stat(key);
  if (there?.sha256 === file.sha256) await file.passOver();
  else await storage.put(key, file.body, contentTypeOf(basename(key)), file);
}
