import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SQLITE_FILE } from '../../db/settings.ts';
import { copySqlite } from '../../db/snapshot.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { formatList } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { StartFault } from '../start/start-fault.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { createDataFiles } from './data-files.ts';
import { FORMAT } from './manifest.ts';
import { addPostgres } from './postgres-copy.ts';

/** Maximum attempts to copy a file that changes while it is read. */
const MAX_CHANGES = 5;
/** Maximum concurrent `stat` calls. */
const LOOKS_AT_ONCE = 16;

export interface BackupOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  storage: Storage;
  /** Skips outbox mails older than this, in ms since the epoch. */
  mailsSince: number;
  onProgress(files: number, total: number, bytes: number): void;
}

/** The unfinished archive, and the temporary copy of the SQLite database. */
export const unfinishedFiles = (path: string) => [`${path}.partial`, `${path}.database`] as const;

/**
 * Writes everything into one archive while the program runs: first the files, then a snapshot of the database, then the
 * files that were added or changed meanwhile. So every file that a row refers to is included, and files deleted before
 * the snapshot are left out.
 */
export async function makeBackup(
  path: string,
  { dataDir, databaseUrl, storage, mailsSince, onProgress }: BackupOptions,
): Promise<{ files: number; bytes: number }> {
  const [partial, database] = unfinishedFiles(path);
  const archive = await createArchive(partial, {
    format: FORMAT,
    id: randomUUID(),
    madeAt: new Date().toISOString(),
    database: databaseUrl ? 'postgres' : 'sqlite',
  });
  try {
    const media = createSide('media', storage, archive);
    const data = createSide('data', createDataFiles(dataDir, mailsSince), archive);
    const report = (files: number, total: number) => onProgress(files, total, archive.bytes);
    await media.copyOnce(report);
    await data.copyOnce(report);
    await media.dropDeleted();
    await data.dropDeleted();
    const migrations = databaseUrl
      ? await addPostgres(archive, databaseUrl)
      : await addSqlite(archive, join(dataDir, SQLITE_FILE), database);
    // A tape is deleted once its video is stored. In this order, at least one of the two is copied.
    await data.copyChanged();
    await media.copyChanged();
    await archive.finish(migrations);
    await rename(partial, path);
    return { files: media.count() + data.count(), bytes: archive.bytes };
  } catch (error) {
    await archive.abort();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Media files or data files. */
function createSide(
  name: 'media' | 'data',
  storage: Pick<Storage, 'list' | 'stat' | 'open'>,
  archive: ArchiveWriter,
) {
  /** ETags of the copied files, by key. */
  const copied = new Map<string, string>();

  /** @returns why the copy was incomplete, or null; also null if the file no longer exists */
  async function copy(key: string, entry: string): Promise<unknown> {
    const file = await storage.open(key);
    if (file === null) return null;
    const fault = await archive.add(entry, file.size, file.stream, {
      restoresTo: placeOf(key),
      modifiedAt: file.modifiedAt,
    });
    if (fault === null) copied.set(key, file.etag);
    return fault;
  }
  const placeOf = (key: string) => `${name}/${key}`;

  return {
    count: () => copied.size,

    /** Files that change during this pass are copied again by `copyChanged`. */
    async copyOnce(report: (files: number, total: number) => void): Promise<void> {
      const keys = await storage.list('');
      for (const [at, key] of keys.entries()) {
        await copy(key, placeOf(key));
        report(at + 1, keys.length);
      }
    },

    async dropDeleted(): Promise<void> {
      const there = new Set(await storage.list(''));
      for (const key of [...copied.keys()].filter((key) => !there.has(key))) {
        copied.delete(key);
        archive.drop(placeOf(key));
      }
    },

    /** @throws StartFault if a listed file can't be opened */
    async copyChanged(): Promise<void> {
      const keys = await storage.list('');
      const unopened: string[] = [];
      for (let from = 0; from < keys.length; from += LOOKS_AT_ONCE) {
        const some = keys.slice(from, from + LOOKS_AT_ONCE);
        const looked = await Promise.all(some.map(async (key) => ({ key, about: await storage.stat(key) })));
        const changed = looked.filter(({ key, about }) => about !== null && about.etag !== copied.get(key));
        for (const { key } of changed) await copyAtLast(key);
        unopened.push(...looked.flatMap(({ key, about }) => (about === null ? [key] : [])));
      }
      // The rest were deleted meanwhile.
      const there = unopened.length > 0 ? new Set(await storage.list('')) : null;
      const missing = unopened.filter((key) => there?.has(key)).map(placeOf);
      if (missing.length > 0) throw brokenLinks(missing);
    },
  };

  async function copyAtLast(key: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const fault = await copy(key, `later-${attempt}/${placeOf(key)}`);
      if (fault === null) return;
      if (attempt === MAX_CHANGES) throw fault;
    }
  }
}

function brokenLinks(missing: string[]): StartFault {
  const names = formatList(missing.slice(0, MOST_NAMED), 'unit');
  const more = missing.length - MOST_NAMED;
  return new StartFault(
    more > 0
      ? m.backup_broken_links_more({ names, count: more })
      : m.backup_broken_links({ names, count: missing.length }),
    m.backup_broken_links_cure(),
  );
}

/** Limit on file names in a message. */
const MOST_NAMED = 3;

async function addSqlite(archive: ArchiveWriter, file: string, copy: string): Promise<string[]> {
  try {
    const migrations = await copySqlite(file, copy);
    const { size } = await stat(copy);
    const fault = await archive.add(`database/${SQLITE_FILE}`, size, createReadStream(copy));
    if (fault !== null) throw fault;
    return migrations;
  } finally {
    await rm(copy, { force: true });
  }
}
