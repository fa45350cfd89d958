import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createTarPacker } from 'modern-tar';
import { ABOUT, type About, MANIFEST, type Manifest, type ManifestFile } from './manifest.ts';

const ZEROS = new Uint8Array(1024 * 1024);

export interface ArchiveWriter {
  /** bytes written so far */
  readonly bytes: number;
  /**
   * Adds a file of this length; what its content has beyond is left out, as a file may grow while it is read.
   * @param restoresTo where it belongs; the last one of several for the same place counts
   * @returns null, or why the content did not come whole: it is then in the archive and not in the manifest
   * @throws when the archive can't be written
   */
  add(name: string, size: number, content: Content, restoresTo?: string, modifiedAt?: Date): Promise<unknown>;
  /** Leaves out what was added for this place. */
  drop(restoresTo: string): void;
  /** Ends the archive with its manifest; it outlives a loss of power once this resolves. */
  finish(migrations: string[]): Promise<void>;
  abort(): Promise<void>;
}

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a tar archive, which only this user may read, into a file that must not exist yet. */
export async function createArchive(path: string, about: About): Promise<ArchiveWriter> {
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
  /** reason why nothing can be written any more: the next write gets this, not that a stream was aborted */
  let broken: unknown = null;
  written.catch((error: unknown) => {
    broken = error;
    controller.error(error);
  });

  /** @returns null, or why the content broke off; the rest are zeros then */
  async function send(name: string, size: number, content: Content, modifiedAt: Date, hash: Hash) {
    const writer = controller.add({ name, size, mtime: modifiedAt, mode: 0o600 }).getWriter();
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

  const sendWhole: typeof send = (...entry) =>
    send(...entry).catch((error: unknown) => {
      throw broken ?? error;
    });

  async function sendJson(name: string, value: unknown): Promise<void> {
    const text = new TextEncoder().encode(JSON.stringify(value, null, 1));
    await sendWhole(name, text.length, [text], new Date(), createHash('sha256'));
  }

  await sendJson(ABOUT, about);
  return {
    get bytes() {
      return bytes;
    },

    async add(name, size, content, restoresTo = name, modifiedAt = new Date()) {
      const hash = createHash('sha256');
      const fault = await sendWhole(name, size, content, modifiedAt, hash);
      if (fault !== null) return fault;
      files.set(restoresTo, {
        name,
        bytes: size,
        sha256: hash.digest('hex'),
        modifiedAt: modifiedAt.toISOString(),
      });
      return null;
    },

    drop: (restoresTo) => void files.delete(restoresTo),

    async finish(migrations) {
      const manifest: Manifest = { ...about, migrations, files: Object.fromEntries(files) };
      await sendJson(MANIFEST, manifest);
      controller.finalize();
      await written;
      await file.sync();
      await file.close();
    },

    async abort() {
      controller.error(new Error('the archive was given up'));
      await written.catch(() => {});
      await file.close();
    },
  };
}

type Hash = ReturnType<typeof createHash>;

/** Ends where the source fails, and reports why: a fault of the source is none of the archive. */
async function* readSafely(content: Content, onFault: (error: unknown) => void) {
  try {
    yield* content;
  } catch (error) {
    onFault(error);
  }
}
