import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../modules/kit/storage/replace-file.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { StartFault } from '../start/start-fault.ts';

/** Progress of a restore: `filling` until the database commit starts, then `committing`. */
interface Marker {
  id: string;
  step: 'filling' | 'committing';
}

/** Exists in DATA_DIR while a restore runs, and after an interrupted one. */
const restoreMarker = (dataDir: string) => join(dataDir, 'restoring.json');

export function readMarker(dataDir: string): Marker | null {
  try {
    return JSON.parse(readFileSync(restoreMarker(dataDir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @throws StartFault after an interrupted restore, because the data is incomplete */
export function assertNoUnfinishedRestore(dataDir: string): void {
  if (!readMarker(dataDir)) return;
  throw new StartFault(
    `DATA_DIR: ${m.backup_restore_unfinished({ path: dataDir })}`,
    m.backup_restore_unfinished_cure(),
  );
}

export const writeMarker = (dataDir: string, marker: Marker): void =>
  replaceFile(restoreMarker(dataDir), JSON.stringify(marker));

export const removeMarker = (dataDir: string) => rm(restoreMarker(dataDir));
