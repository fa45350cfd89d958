import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsent, listFolder } from './list-folder.ts';
import { type PutOptions, type PutSource, ReplacedError, type Storage, type StoredFile } from './storage.ts';
import { assertKey, isKeyPart } from './storage-key.ts';

const READ_BYTES = 256 * 1024;
/** Unfinished files are stored next to finished ones, so that a rename never crosses file systems. */
export const PARTIAL_PREFIX = '.partial-';
/** Maximum attempts to create a folder that a concurrent delete removes. */
const FOLDER_TRIES = 10;

/**
 * Stores files in a folder, key `a/b.mp4` as `dir/a/b.mp4`. Content types are not stored; callers supply them. The ETag
 * combines size, time and inode, and every change creates a new inode.
 */
export function createFileStorage(dir: string): Storage {
  return {
    place: dir,

    async put(key, source, _contentType, more = {}) {
      const path = pathOf(dir, key);
      await putWhole(key, path, source, more);
      await syncFolders(dir, dirname(path));
      const about = await describe(path);
      if (about === null) throw new Error(`stored file ${key} was deleted at once`);
      return about;
    },

    async open(key, range) {
      const about = await describe(pathOf(dir, key));
      if (about === null) return null;
      const end = Math.min(range?.end ?? about.size - 1, about.size - 1);
      return { ...about, stream: streamFile(about, range?.start ?? 0, end) };
    },

    async stat(key) {
      return await describe(pathOf(dir, key));
    },

    async delete(key) {
      const path = pathOf(dir, key);
      const target = await targetOf(path);
      await unlink(path).catch(nullWhenAbsent);
      // Also deletes a video that an operator moved to another disk and linked.
      if (target !== null) await unlink(target).catch(nullWhenAbsent);
      for (let folder = dirname(path); folder.length > dir.length; folder = dirname(folder)) {
        if (!(await removeEmpty(folder))) return;
      }
    },

    list: (prefix) => listFolder(dir, prefix),

    async sweep(untouchedSince) {
      await mkdir(dir, { recursive: true });
      await sweepFolder(dir, untouchedSince);
    },

    async link() {
      return null;
    },

    async check() {
      await mkdir(dir, { recursive: true });
      const { bavail, bsize } = await statfs(dir);
      if (bavail * bsize === 0) throw new Error(`there is no room left in ${dir}`);
    },
  };
}

function pathOf(dir: string, key: string): string {
  assertKey(key);
  return join(dir, ...key.split('/'));
}

async function putWhole(
  key: string,
  path: string,
  source: PutSource,
  { modifiedAt, replaces }: PutOptions,
): Promise<void> {
  const partial = join(dirname(path), PARTIAL_PREFIX + randomBytes(8).toString('hex'));
  try {
    await writePartial(partial, source);
    if (modifiedAt) await utimes(partial, modifiedAt, modifiedAt);
    if (replaces === undefined) await rename(partial, path);
    else await replace(key, partial, path, replaces);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function replace(key: string, partial: string, path: string, tag: string | null): Promise<void> {
  if (tag !== null) {
    // There is no conditional rename, so a tiny race remains.
    if ((await describe(path))?.etag !== tag) throw new ReplacedError(key);
    return await rename(partial, path);
  }
  try {
    await link(partial, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new ReplacedError(key) : error;
  }
  await unlink(partial);
}

/** The target of a symbolic link, or null. */
async function targetOf(path: string): Promise<string | null> {
  const found = await lstat(path).catch(nullWhenAbsent);
  return found?.isSymbolicLink() ? await realpath(path).catch(nullWhenAbsent) : null;
}

/** True if the folder was empty and has been removed. */
function removeEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

async function sweepFolder(folder: string, untouchedSince: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    // Skips folders of other programs.
    if (entry.isDirectory() && !isKeyPart(entry.name)) continue;
    if (entry.isDirectory()) await sweepFolder(path, untouchedSince);
    const isLeftOver = entry.isDirectory() || entry.name.startsWith(PARTIAL_PREFIX);
    const touched = isLeftOver ? await stat(path).catch(() => null) : null;
    if (touched === null || touched.mtimeMs >= untouchedSince) continue;
    if (entry.isDirectory()) await removeEmpty(path);
    else await rm(path, { force: true });
  }
}

interface LocalFile extends StoredFile {
  path: string;
}

async function describe(path: string): Promise<LocalFile | null> {
  const found = await stat(path, { bigint: true }).catch(nullWhenAbsent);
  if (!found?.isFile()) return null;
  return { size: Number(found.size), etag: tagOf(found), modifiedAt: new Date(Number(found.mtimeMs)), path };
}

function tagOf(found: BigIntStats): string {
  return `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}-${found.ino.toString(36)}"`;
}

async function writePartial(partial: string, source: PutSource): Promise<void> {
  const isFile = 'path' in source;
  if (isFile && source.move && (await inFolder(partial, () => movedTo(partial, source.path)))) {
    return await syncPath(partial, 'r+');
  }
  const file = await inFolder(partial, () => open(partial, 'wx'));
  try {
    if (isFile) await copyInto(file, source.path);
    else if (source instanceof Uint8Array) await file.writeFile(source);
    else for await (const piece of source) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isFile && source.move) await rm(source.path, { force: true });
}

/** Creates the file's folder first; retries, because a concurrent delete may remove the empty folder in between. */
async function inFolder<T>(path: string, make: () => Promise<T>): Promise<T> {
  for (let left = FOLDER_TRIES; ; left -= 1) {
    try {
      await mkdir(dirname(path), { recursive: true });
      return await make();
    } catch (error) {
      // EEXIST: the folder that mkdir collided with was gone when it checked.
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOENT' && code !== 'EEXIST') || left === 0) throw error;
    }
  }
}

/** False if the file is on another file system and must be copied. */
async function movedTo(target: string, path: string): Promise<boolean> {
  try {
    await rename(path, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
    throw error;
  }
}

async function copyInto(target: FileHandle, path: string): Promise<void> {
  const source = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(1024 * 1024);
    while (true) {
      const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      await target.writeFile(buffer.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
  }
}

/** A new name survives a power loss once every folder up to the storage root is synced. */
async function syncFolders(top: string, folder: string): Promise<void> {
  for (let at = folder; ; at = dirname(at)) {
    await syncPath(at, 'r');
    if (at.length <= top.length) return;
  }
}

async function syncPath(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads on demand, so a slow reader costs one buffer. The file is opened on the first read, because a stream that
 * nobody reads is never cancelled; it is closed at the end, on an error and on cancel. Fails if the file was replaced
 * before the first read.
 */
function streamFile(about: LocalFile, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | null = null;
  let position = start;

  async function readPiece(): Promise<Uint8Array<ArrayBuffer>> {
    file ??= await openUnchanged(about);
    const piece = new Uint8Array(Math.min(READ_BYTES, end + 1 - position));
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    if (bytesRead === 0) throw new Error('the stored file became shorter while it was read');
    position += bytesRead;
    return piece.subarray(0, bytesRead);
  }

  async function close(): Promise<void> {
    const open = file;
    file = null;
    await open?.close();
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          if (position <= end) controller.enqueue(await readPiece());
          if (position <= end) return;
        } catch (error) {
          await close().catch(() => {});
          throw error;
        }
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

async function openUnchanged(about: LocalFile): Promise<FileHandle> {
  const file = await open(about.path, 'r');
  if (tagOf(await file.stat({ bigint: true })) === about.etag) return file;
  await file.close();
  throw new Error('the stored file was replaced before it was read');
}

function nullWhenAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}
