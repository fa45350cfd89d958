import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fetchFile, type Sink } from './fetch-file.ts';
import { FileFault, isDiskFull } from './file-fault.ts';
import type { Hub } from './hub.ts';
import { type PlannedFile, sizeOf as sizeOfAll } from './hub.ts';

/** Cache Storage only holds complete responses, so files are stored in pieces to make downloads resumable. */
const PIECE_BYTES = 16 * 1024 * 1024;
const CACHE = 'models';
/** Marks a file whose pieces have all been verified. */
const CHECKED = 'checked';

interface Files {
  files: readonly PlannedFile[];
}

/** Model files in this browser. Keys contain the checksum, so a new version of a model never mixes with an old one. */
export async function openModelCache() {
  const cache = await caches.open(CACHE);
  const pathOf = ({ repo, revision, path }: PlannedFile) => `/models/${repo}/${revision}/${path}`;
  const keyOf = (file: PlannedFile, piece: string | number) =>
    `${pathOf(file)}?of=${encodeURIComponent(file.checksum.value)}&piece=${piece}`;

  const pieceAt = (file: PlannedFile, piece: number) => cache.match(keyOf(file, piece));
  const sizeOfPiece = (answer: Response) => Number(answer.headers.get('content-length'));

  async function* piecesOf(file: PlannedFile): AsyncGenerator<Uint8Array> {
    for (let piece = 0; ; piece++) {
      const answer = await pieceAt(file, piece);
      if (!answer) return;
      yield new Uint8Array(await answer.arrayBuffer());
    }
  }

  async function sizeOf(file: PlannedFile): Promise<number> {
    let bytes = 0;
    for (let piece = 0; ; piece++) {
      const answer = await pieceAt(file, piece);
      if (!answer) return bytes;
      bytes += sizeOfPiece(answer);
    }
  }

  const sinkOf = (file: PlannedFile): Sink => ({
    size: () => sizeOf(file),
    clear: () => drop(file),
    async open() {
      let piece = 0;
      while (await pieceAt(file, piece)) piece++;
      let chunks: Uint8Array[] = [];
      let bytes = 0;
      async function keep(): Promise<void> {
        if (bytes === 0) return;
        const body = new Blob(chunks as Uint8Array<ArrayBuffer>[]);
        await cache.put(
          keyOf(file, piece++),
          new Response(body, { headers: { 'content-length': String(bytes) } }),
        );
        chunks = [];
        bytes = 0;
      }
      return {
        async write(chunk) {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes >= PIECE_BYTES) await keep();
        },
        close: keep,
      };
    },
  });

  async function drop(file: PlannedFile): Promise<void> {
    await cache.delete(keyOf(file, CHECKED));
    for (let piece = 0; await cache.delete(keyOf(file, piece)); piece++);
  }

  async function isAsPlanned(file: PlannedFile): Promise<boolean> {
    if (file.checksum.kind === 'version') return (await sizeOf(file)) === file.bytes;
    const hash = file.checksum.kind === 'git' ? sha1.create() : sha256.create();
    // git hashes include a header
    if (file.checksum.kind === 'git') hash.update(utf8ToBytes(`blob ${file.bytes}\0`));
    for await (const piece of piecesOf(file)) hash.update(piece);
    return bytesToHex(hash.digest()) === file.checksum.value;
  }

  /** Downloads and verifies a file. Retries a damaged one once before it reports a fault. */
  async function fetchVerified(
    hub: Hub,
    file: PlannedFile,
    options: FetchOptions,
    isSecondTry = false,
  ): Promise<void> {
    const url = hub.url(file.repo, file.revision, file.path);
    await fetchFile({ url, bytes: file.bytes, sink: sinkOf(file), ...options });
    if (await isAsPlanned(file)) return cache.put(keyOf(file, CHECKED), new Response());
    await drop(file);
    if (!isSecondTry) return fetchVerified(hub, file, options, true);
    throw new FileFault('broken', { subject: `${file.repo}/${file.path}` });
  }

  /** Deletes data from other versions of these files. */
  async function dropOlder(files: readonly PlannedFile[]): Promise<void> {
    const current = new Set(files.map((file) => keyOf(file, '')));
    const paths = new Set(files.map(pathOf));
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      const [beforePiece, piece] = `${pathname}${search}`.split('piece=', 2);
      const key = piece === undefined ? `${beforePiece}` : `${beforePiece}piece=`;
      if (paths.has(pathname) && !current.has(key)) await cache.delete(url);
    }
  }

  const isChecked = async (file: PlannedFile) => (await cache.match(keyOf(file, CHECKED))) !== undefined;

  return {
    /** bytes stored so far, including incomplete files */
    async size({ files }: Files): Promise<number> {
      const sizes = await Promise.all(files.map(sizeOf));
      return sizes.reduce((sum, bytes) => sum + bytes, 0);
    },

    async isWhole({ files }: Files): Promise<boolean> {
      const checked = await Promise.all(files.map(isChecked));
      return checked.every((one) => one);
    },

    /**
     * Downloads missing files one after another.
     * @throws FileFault if a file doesn't exist, there is no connection, it arrives damaged twice, or storage is full
     */
    async fetch(
      hub: Hub,
      { files }: Files,
      { onBytes, signal }: { onBytes(bytes: number): void; signal: AbortSignal },
    ): Promise<void> {
      await requireRoom(sizeOfAll(files), await this.size({ files }));
      let before = 0;
      try {
        for (const file of files) {
          const onFile = (here: number) => onBytes(before + here);
          if (!(await isChecked(file))) await fetchVerified(hub, file, { onBytes: onFile, signal });
          before += file.bytes;
          onBytes(before);
        }
      } catch (error) {
        const isFull = isDiskFull(error) || (error instanceof FileFault && error.kind === 'no-room');
        throw isFull ? noRoom(sizeOfAll(files)) : error;
      }
      await dropOlder(files);
    },

    /** Verifies every stored byte and drops damaged files. @returns true if any were damaged */
    async dropDamaged({ files }: Files): Promise<boolean> {
      let isDamaged = false;
      for (const file of files) {
        if (await isAsPlanned(file)) continue;
        isDamaged = true;
        await drop(file);
      }
      return isDamaged;
    },

    /** Stores small data about a model, such as its plan. */
    async note(model: string, value: unknown): Promise<void> {
      await cache.put(`/models/notes/${model}`, Response.json(value));
    },
    async noted(model: string): Promise<unknown> {
      return (await cache.match(`/models/notes/${model}`))?.json() ?? null;
    },

    /** Deletes everything from a repository, in all versions. */
    async dropModel(repo: string): Promise<void> {
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (pathname.startsWith(`/models/${repo}/`) || pathname === `/models/notes/${repo}`)
          await cache.delete(url);
      }
    },

    /** @returns the complete file, or null if it isn't stored */
    async read(file: PlannedFile): Promise<Uint8Array<ArrayBuffer> | null> {
      if (!(await isChecked(file))) return null;
      const content = new Uint8Array(file.bytes);
      let at = 0;
      for await (const piece of piecesOf(file)) {
        if (at + piece.length <= content.length) content.set(piece, at);
        at += piece.length;
      }
      if (at === file.bytes) return content;
      // The browser evicted pieces to free space.
      await drop(file);
      return null;
    },

    async remove({ files }: Files): Promise<void> {
      for (const file of files) await drop(file);
    },
  };
}

type FetchOptions = Pick<Parameters<typeof fetchFile>[0], 'onBytes' | 'signal'>;

/** @throws FileFault if the browser's quota is known to be too small */
async function requireRoom(bytes: number, here: number): Promise<void> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  if (quota !== undefined && quota - usage < bytes - here) throw noRoom(bytes, quota - usage);
}

const noRoom = (bytes: number, free?: number) =>
  new FileFault('no-room', { subject: 'the model', bytes, free });

export type ModelCache = Awaited<ReturnType<typeof openModelCache>>;
