import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { m } from '../../modules/kit/texts/m.ts';
import { ABOUT, type About, MANIFEST, type Manifest, parseAbout, parseManifest } from './manifest.ts';

/** A faulty archive; the message is for the operator. */
export class ArchiveError extends Error {}

const PIECE_BYTES = 1024 * 1024;
/** The manifest of an archive with a million files is 300 MB. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;

/** Yields entries in archive order. Each body must be read to its end before the next entry is requested. */
async function* readEntries(path: string): AsyncGenerator<ParsedTarEntry> {
  const source = Readable.toWeb(createReadStream(path, { highWaterMark: PIECE_BYTES }));
  const entries = (source as unknown as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  try {
    yield* entries;
  } catch (error) {
    throw inWords(error);
  }
}

/** Passes disk errors through unchanged. */
function inWords(error: unknown): unknown {
  if (error instanceof ArchiveError || typeof (error as NodeJS.ErrnoException).code === 'string')
    return error;
  return new ArchiveError(
    m.backup_archive_damaged({ message: error instanceof Error ? error.message : String(error) }),
  );
}

/** Reads the description at the start of an archive. @throws ArchiveError if it isn't one of our archives */
export async function readAbout(path: string): Promise<About> {
  for await (const { header, body } of readEntries(path)) {
    const about = header.name === ABOUT ? parseAbout(await textOf(body, header.size)) : null;
    if (about) return about;
    break;
  }
  throw new ArchiveError(m.backup_archive_foreign());
}

/**
 * Reads the whole archive and checks every file against the manifest.
 * @throws ArchiveError if a file is missing or its content has changed
 */
export async function verifyArchive(path: string, onProgress: (bytes: number) => void): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | null = null;
  let read = 0;
  for await (const { header, body } of readEntries(path)) {
    if (header.name === MANIFEST) {
      manifest = parseManifest(await textOf(body, header.size));
      continue;
    }
    if (found.has(header.name)) throw new ArchiveError(m.backup_archive_twice({ name: header.name }));
    const sha256 = await digestOf(body, (bytes) => {
      read += bytes;
      onProgress(read);
    });
    found.set(header.name, { bytes: header.size, sha256 });
  }
  if (!manifest) throw new ArchiveError(m.backup_archive_unfinished());
  for (const [place, { name, bytes, sha256 }] of Object.entries(manifest.files)) {
    const file = found.get(name);
    if (!file) throw new ArchiveError(m.backup_archive_missing({ name: place }));
    if (file.bytes !== bytes || file.sha256 !== sha256)
      throw new ArchiveError(m.backup_archive_changed({ name: place }));
  }
  return manifest;
}

async function digestOf(body: ReadableStream<Uint8Array>, onRead: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of body) {
      hash.update(piece);
      onRead(piece.length);
    }
  } catch (error) {
    throw inWords(error);
  }
  return hash.digest('hex');
}

export interface ArchivedFile {
  /** Destination of the file: `media/KEY`, `data/PATH` or a part of the database. */
  place: string;
  bytes: number;
  sha256: string;
  modifiedAt: Date;
  body: ReadableStream<Uint8Array>;
  text(): Promise<string>;
  passOver(): Promise<void>;
}

/** Yields the files listed in the manifest, in archive order. */
export async function* readFiles(path: string, { files }: Manifest): AsyncGenerator<ArchivedFile> {
  const places = new Map(Object.entries(files).map(([place, { name }]) => [name, place]));
  for await (const { header, body } of readEntries(path)) {
    const place = places.get(header.name);
    const about = place === undefined ? undefined : files[place];
    if (place === undefined || !about) {
      await passOver(body);
      continue;
    }
    const { bytes, sha256 } = about;
    const modifiedAt = new Date(about.modifiedAt);
    yield {
      place,
      bytes,
      sha256,
      modifiedAt,
      body,
      text: () => textOf(body, bytes),
      passOver: () => passOver(body),
    };
  }
}

async function textOf(body: ReadableStream<Uint8Array>, size: number): Promise<string> {
  if (size > MAX_TEXT_BYTES) throw new ArchiveError(m.backup_archive_foreign());
  try {
    return await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  } catch (error) {
    throw inWords(error);
  }
}

/** Reads to the end, because the decoder stalls if a body is cancelled. */
const passOver = (body: ReadableStream<Uint8Array>) => body.pipeTo(new WritableStream());
