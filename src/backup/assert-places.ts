import { SQLITE_FILE } from '../../db/settings.ts';
import { isKey } from '../../modules/kit/storage/storage-key.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { ArchiveError } from './archive-reader.ts';
import { isDataFile } from './data-files.ts';
import type { About, Manifest } from './manifest.ts';

/** Part of a Postgres database: sequence number and table. */
const POSTGRES_PART = /^\d{6}-[a-z_0-9]+\.json$/;

/**
 * Checks that a manifest matches the start of its archive, and checks every place before anything is written: no two
 * places may share a file, and none may lie outside what a backup may write.
 * @throws ArchiveError
 */
export function assertPlaces(about: About, manifest: Manifest): void {
  if (manifest.id !== about.id || manifest.database !== about.database)
    throw new ArchiveError(m.backup_archive_mixed());
  const names = new Set<string>();
  const parts: string[] = [];
  for (const [place, { name }] of Object.entries(manifest.files)) {
    if (names.has(name)) throw new ArchiveError(m.backup_archive_twice({ name }));
    names.add(name);
    const slash = place.indexOf('/');
    const [kind, key] = [place.slice(0, slash), place.slice(slash + 1)];
    if (kind === 'database') parts.push(key);
    else if (!(kind === 'media' ? isKey(key) : kind === 'data' && isDataFile(key)))
      throw new ArchiveError(m.backup_archive_place({ name: JSON.stringify(place.slice(0, 80)) }));
  }
  const isWhole =
    about.database === 'sqlite'
      ? parts.join() === SQLITE_FILE
      : parts.length > 0 && parts.every((part) => POSTGRES_PART.test(part));
  if (!isWhole) throw new ArchiveError(m.backup_archive_database());
}
