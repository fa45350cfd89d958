import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { framesPath, removeTape, tapeFolder } from './tape-folder.ts';

/** Next to the tapes, on the same disk. No dream can have this name. */
const FOLDER = '.damaged';
/** Total size, and how long the tapes are kept for inspection. */
const MAX_BYTES = 1024 ** 3;
const MAX_DAYS = 14;

const DAY_MS = 24 * 3600_000;

export function damagedFolder(tapesDir: string): string {
  return join(tapesDir, FOLDER);
}

/**
 * Sets a damaged tape aside, so that it can be repaired by hand. Its video, without the unreadable parts, is stored.
 * @returns its new path
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

/** Deletes a dream's tape, including a damaged one. */
export async function removeTapes(tapesDir: string, sessionId: string): Promise<void> {
  await removeTape(tapeFolder(tapesDir, sessionId));
  await removeTape(tapeFolder(damagedFolder(tapesDir), sessionId));
}

/** Deletes damaged tapes older than two weeks, and the oldest beyond a total of 1 GiB. */
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
