import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tape's folder: `{tapesDir}/{sessionId}/frames.tape`, `meta.json`, and `sound.tape` if it has sound. */
const FRAMES_FILE = 'frames.tape';
const SOUND_FILE = 'sound.tape';
const META_FILE = 'meta.json';

export interface TapeMeta {
  sessionId: string;
  /** ms since the epoch on the relay's clock */
  startedAt: number;
  /** frames per second requested from the generator */
  fps: number;
  /** the live dream that it was cut from */
  clipOf?: string;
}

export interface FoundTape {
  sessionId: string;
  tapeDir: string;
  /** null if a crash came before it was written; frames are readable without it */
  meta: TapeMeta | null;
  /** size of the frames file, including a torn end; 0 if missing */
  bytes: number;
}

/** Folder of a dream's tape. Throws if the id isn't a plain name. */
export function tapeFolder(tapesDir: string, sessionId: string): string {
  if (!isSessionName(sessionId)) throw new Error('a session id must be 1–128 letters, digits, _ or -');
  return join(tapesDir, sessionId);
}

export function framesPath(tapeDir: string): string {
  return join(tapeDir, FRAMES_FILE);
}

export function soundPath(tapeDir: string): string {
  return join(tapeDir, SOUND_FILE);
}

export function metaPath(tapeDir: string): string {
  return join(tapeDir, META_FILE);
}

/** Lists all tapes, for recovery at startup. Empty if the folder is missing. */
export async function listTapes(tapesDir: string): Promise<FoundTape[]> {
  const entries = await readdir(tapesDir, { withFileTypes: true }).catch(emptyWhenAbsent);
  const tapes: FoundTape[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || !isSessionName(entry.name)) continue;
    const tapeDir = join(tapesDir, entry.name);
    const bytes = await stat(framesPath(tapeDir)).then(
      (found) => found.size,
      () => 0,
    );
    tapes.push({ sessionId: entry.name, tapeDir, meta: await readTapeMeta(tapeDir), bytes });
  }
  return tapes;
}

/** Deletes a tape once its video is stored, or if it was empty. */
export async function removeTape(tapeDir: string): Promise<void> {
  await rm(tapeDir, { recursive: true, force: true });
}

/** Null if missing or unreadable. */
export async function readTapeMeta(tapeDir: string): Promise<TapeMeta | null> {
  try {
    const meta: unknown = JSON.parse(await readFile(metaPath(tapeDir), 'utf8'));
    return isTapeMeta(meta) ? meta : null;
  } catch {
    return null;
  }
}

/** Writes the metadata atomically. The caller syncs it if needed. */
export async function writeTapeMeta(tapeDir: string, meta: TapeMeta): Promise<void> {
  const partial = `${metaPath(tapeDir)}.partial`;
  await writeFile(partial, JSON.stringify(meta));
  await rename(partial, metaPath(tapeDir));
}

function isSessionName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(name);
}

function isTapeMeta(value: unknown): value is TapeMeta {
  if (typeof value !== 'object' || value === null) return false;
  const meta = value as Record<string, unknown>;
  return (
    typeof meta.sessionId === 'string' && typeof meta.startedAt === 'number' && typeof meta.fps === 'number'
  );
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
