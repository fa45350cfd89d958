import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { framesPath, removeTape, tapeFolder } from './tape-folder.ts';

/** Beside the tapes, on the same disk; a name that no dream can have. */
const FOLDER = '.damaged';
/** Bytes that all of them may take, and time for which the newest stays to be looked at. */
const MAX_BYTES = 1024 ** 3;
const MAX_DAYS = 14;

const DAY_MS = 24 * 3600_000;

/** Folder of the damaged tapes of a folder of tapes. */
export function damagedFolder(tapesDir: string): string {
  return join(tapesDir, FOLDER);
}

/**
 * Puts a tape aside whose video is stored, but without what could not be read: it may be mended by hand.
 * @returns its new place
 */
export async function keepDamagedTape(tapesDir: string, sessionId: string): Promise<string> {
  const kept = tapeFolder(damagedFolder(tapesDir), sessionId);
  await mkdir(damagedFolder(tapesDir), { recursive: true });
  await rm(kept, { recursive: true, force: true });
  await rename(tapeFolder(tapesDir, sessionId), kept);
  await rm(join(kept, 'out'), { recursive: true, force: true });
  await dropOldDamage(tapesDir);
  return kept;
}

/** Deletes what is left of a dream's pictures, the damaged tape included. */
export async function removeTapes(tapesDir: string, sessionId: string): Promise<void> {
  await removeTape(tapeFolder(tapesDir, sessionId));
  await removeTape(tapeFolder(damagedFolder(tapesDir), sessionId));
}

/** Deletes damaged tapes that are older than two weeks, and the oldest of those that take more than 1 GiB. */
export async function dropOldDamage(tapesDir: string): Promise<void> {
  const folder = damagedFolder(tapesDir);
  const names = await readdir(folder).catch(() => []);
  const tapes = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(framesPath(path)).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, mtimeMs };
    }),
  );
  let total = 0;
  for (const { path, size, mtimeMs } of tapes.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    total += size;
    if (total > MAX_BYTES || Date.now() - mtimeMs > MAX_DAYS * DAY_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
