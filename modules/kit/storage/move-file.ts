import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { contentTypeOf } from '../http/content-type.ts';
import { m } from '../texts/m.ts';
import { digestStream } from './digest-stream.ts';
import { newerBy, ReplacedError, type Storage, type StoredFile } from './storage.ts';

/** Maximum attempts to copy a file that changes meanwhile. */
const MAX_CHANGES = 5;

interface Move {
  source: Storage;
  target: Storage;
  key: string;
}

/**
 * Copies a file and verifies the copy, while others may write or delete it on either side.
 * @param remove deletes the source after the copy is verified
 * @returns the bytes copied, or null if nothing needed copying
 */
export async function moveFile(
  source: Storage,
  target: Storage,
  key: string,
  remove: boolean,
): Promise<number | null> {
  const move = { source, target, key };
  for (let change = 0; change < MAX_CHANGES; change += 1) {
    const from = await source.stat(key);
    if (from === null) return await nothingAt(source, key);
    try {
      const copy = await copyUnlessThere(move, from);
      const after = await source.stat(key);
      // Deleted meanwhile, possibly by a caller that checked the target before the copy arrived.
      if (after === null && copy !== null) await deleteCopy(target, key, copy);
      if (after?.etag !== from.etag) continue;
      if (remove) await source.delete(key);
      return copy === null ? null : from.size;
    } catch (error) {
      const changed = error instanceof ReplacedError || (await source.stat(key))?.etag !== from.etag;
      if (!changed) throw error;
    }
  }
  throw new Error(m.kit_move_changed({ key, times: MAX_CHANGES }));
}

/** @throws Error if the file is listed but can't be opened */
async function nothingAt(source: Storage, key: string): Promise<null> {
  if (!(await source.list(key)).includes(key)) return null;
  throw new Error(m.kit_move_broken_link({ key }));
}

/** @returns the copy, or null if the target already had this version or a newer one */
async function copyUnlessThere(move: Move, from: StoredFile): Promise<StoredFile | null> {
  const there = await move.target.stat(move.key);
  if (there !== null && (await isAsGood(move, there, from))) return null;
  return await copy(move, from, there?.etag ?? null);
}

/** True if the target's version is the same or newer. */
async function isAsGood(
  { source, target, key }: Move,
  there: StoredFile,
  from: StoredFile,
): Promise<boolean> {
  const newer = newerBy(there, from);
  if (newer !== 0) return newer > 0;
  if (there.size !== from.size) return false;
  return (await digestOf(target, key, there)) === (await digestOf(source, key, from));
}

/**
 * @param replaces ETag of the version at the target
 * @throws ReplacedError if that version has changed, and Error if the copy arrived damaged (it is then deleted)
 */
async function copy(move: Move, from: StoredFile, replaces: string | null): Promise<StoredFile> {
  const { source, target, key } = move;
  const { about, damaged, digest } = await send(move, from, replaces);
  if (!damaged && about.size === from.size && (await readDigest(target, key)) === digest) return about;
  if ((await target.stat(key))?.etag !== about.etag) throw new ReplacedError(key);
  await target.delete(key);
  throw new Error(
    damaged
      ? m.kit_move_damaged({ key, place: source.place })
      : m.kit_move_incomplete({ key, place: target.place }),
  );
}

/**
 * @returns the target's description of the copy, the digest of what was sent, and whether the source was already
 * damaged
 */
async function send(
  { source, target, key }: Move,
  { modifiedAt, ...from }: StoredFile,
  replaces: string | null,
): Promise<{ about: StoredFile; digest: string; damaged: boolean }> {
  const sha256 = from.sha256 ?? (from.path === undefined ? undefined : await digestFile(from.path));
  const file = await source.open(key);
  if (file === null) throw new Error(m.kit_move_gone({ key, place: source.place }));
  const hash = createHash('sha256');
  const digested = file.stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        hash.update(piece);
        controller.enqueue(piece);
      },
    }),
  );
  const more = { modifiedAt, replaces, ...(sha256 !== undefined && { sha256 }) };
  const about = await target.put(key, digested, contentTypeOf(key), more);
  const digest = hash.digest('hex');
  return { about, digest, damaged: sha256 !== undefined && sha256 !== digest };
}

/** Only deletes our own copy, not one that another caller has stored since. */
async function deleteCopy(target: Storage, key: string, copy: StoredFile): Promise<void> {
  if ((await target.stat(key))?.etag === copy.etag) await target.delete(key);
}

async function digestOf(storage: Storage, key: string, about: StoredFile): Promise<string | null> {
  if (about.sha256 !== undefined) return about.sha256;
  return about.path === undefined ? await readDigest(storage, key) : await digestFile(about.path);
}

async function readDigest(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.open(key);
  return file && (await digestStream(file.stream));
}

const digestFile = (path: string) => digestStream(createReadStream(path));
