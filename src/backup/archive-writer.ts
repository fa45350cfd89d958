import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createTarPacker } from 'modern-tar';
import { ABOUT, type About, MANIFEST, type Manifest, type ManifestFile } from './manifest.ts';

const ZEROS = new Uint8Array(1024 * 1024);

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

interface EntryFacts {
  /** place to restore the file to; default: its name. The last file added for a place wins. */
  restoresTo?: string;
  modifiedAt?: Date;
}

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Creates a tar archive at a path that doesn't exist yet, readable only by this user. */
export async function createArchive(path: string, about: About) {
  const file = await open(path, 'wx', 0o600);
  const { readable, controller } = createTarPacker();
  const files = new Map<string, ManifestFile>();
  let bytes = 0;

  async function writeOut(): Promise<void> {
    for await (const piece of readable) {
      await file.write(piece);
      bytes += piece.length;
    }
  }
  const written = writeOut();
  /** Why writing failed. The next write throws this instead of “stream aborted”. */
  let broken: unknown = null;
  written.catch((error: unknown) => {
    broken = error;
    controller.error(error);
  });

  /** Pads incomplete content with zeros. @returns null, or why the content was incomplete */
  async function send(entry: { name: string; size: number; mtime: Date }, content: Content, hash: Hash) {
    const { name, size } = entry;
    const writer = controller.add({ ...entry, mode: 0o600 }).getWriter();
    let left = size;
    let fault: unknown = null;
    const source = readSafely(content, (error) => {
      fault = error;
    });
    for await (const piece of source) {
      const taken = piece.subarray(0, left);
      hash.update(taken);
      await writer.write(taken);
      left -= taken.length;
      if (left === 0) break;
    }
    if (left > 0) fault ??= new Error(`${name} became shorter while it was read`);
    for (; left > 0; left -= Math.min(left, ZEROS.length)) {
      await writer.write(ZEROS.subarray(0, Math.min(left, ZEROS.length)));
    }
    await writer.close();
    return fault;
  }

  const sendWhole: typeof send = (...sent) =>
    send(...sent).catch((error: unknown) => {
      throw broken ?? error;
    });

  async function sendJson(name: string, value: unknown): Promise<void> {
    const text = new TextEncoder().encode(JSON.stringify(value, null, 1));
    await sendWhole({ name, size: text.length, mtime: new Date() }, [text], createHash('sha256'));
  }

  await sendJson(ABOUT, about);
  return {
    /** Bytes written so far. */
    get bytes(): number {
      return bytes;
    },

    /**
     * Adds a file of exactly `size` bytes; extra content is cut off, because a file may grow while it is read.
     * @returns null, or why the content was incomplete: the file is then in the archive but not in the manifest
     * @throws if the archive can't be written
     */
    async add(
      name: string,
      size: number,
      content: Content,
      { restoresTo = name, modifiedAt = new Date() }: EntryFacts = {},
    ): Promise<unknown> {
      const hash = createHash('sha256');
      const fault = await sendWhole({ name, size, mtime: modifiedAt }, content, hash);
      if (fault !== null) return fault;
      files.set(restoresTo, {
        name,
        bytes: size,
        sha256: hash.digest('hex'),
        modifiedAt: modifiedAt.toISOString(),
      });
      return null;
    },

    /** Removes the file for this place from the manifest. */
    drop: (restoresTo: string) => void files.delete(restoresTo),

    /** Writes the manifest and closes the archive, which is safely on disk once this resolves. */
    async finish(migrations: string[]): Promise<void> {
      const manifest: Manifest = { ...about, migrations, files: Object.fromEntries(files) };
      await sendJson(MANIFEST, manifest);
      controller.finalize();
      await written;
      await file.sync();
      await file.close();
    },

    async abort(): Promise<void> {
      controller.error(new Error('the archive was given up'));
      await written.catch(() => {});
      await file.close();
    },
  };
}

type Hash = ReturnType<typeof createHash>;

/** Stops and reports when the source fails, so that a source fault doesn't look like an archive fault. */
async function* readSafely(content: Content, onFault: (error: unknown) => void) {
  try {
    yield* content;
  } catch (error) {
    onFault(error);
  }
}
