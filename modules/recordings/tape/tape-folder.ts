import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of one tape: `{tapesDir}/{sessionId}/frames.tape` with `meta.json` beside it. */
const FRAMES_FILE = 'frames.tape';
const META_FILE = 'meta.json';

/** Facts about a dream when its tape starts. */
export interface TapeMeta {
  sessionId: string;
  /** ms since the epoch on the relay's clock */
  startedAt: number;
  /** frames a second that the generator was asked for */
  fps: number;
}

/** A tape found on the disk. */
export interface FoundTape {
  sessionId: string;
  tapeDir: string;
  /** null when the crash came before it was written; the pictures can be read without it */
  meta: TapeMeta | null;
  /** size of the frames file, torn tail included; 0 when there is none */
  bytes: number;
}

/** The folder of one dream's tape. Throws on an id that is no plain name. */
export function tapeFolder(tapesDir: string, sessionId: string): string {
  if (!isSessionName(sessionId)) throw new Error('a session id is 1–128 letters, digits, _ or -');
  return join(tapesDir, sessionId);
}

/** The file in a tape's folder that holds the pictures. */
export function framesPath(tapeDir: string): string {
  return join(tapeDir, FRAMES_FILE);
}

/** The file beside it that describes it. */
export function metaPath(tapeDir: string): string {
  return join(tapeDir, META_FILE);
}

/** Every tape in the folder, for recovery at start. An absent folder has none. */
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

/** Deletes a tape, when its video is safely stored or it was empty. */
export async function removeTape(tapeDir: string): Promise<void> {
  await rm(tapeDir, { recursive: true, force: true });
}

/** Contents written at the start, or null when they are missing or unreadable. */
export async function readTapeMeta(tapeDir: string): Promise<TapeMeta | null> {
  try {
    const meta: unknown = JSON.parse(await readFile(metaPath(tapeDir), 'utf8'));
    return isTapeMeta(meta) ? meta : null;
  } catch {
    return null;
  }
}

/** Writes the sidecar: it is there whole or not at all. A caller that needs it on the disk syncs it. */
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
