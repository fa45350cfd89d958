import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bringFile, type Sink } from '../core/bring-file.ts';
import type { Hub } from '../core/hub.ts';
import type { ModelPlan, PlannedFile } from '../core/plan-model.ts';
import { ModelFault } from '../core/session.ts';

/** Cache Storage holds whole answers only: a file lies there in pieces, so that a download goes on where it broke. */
const PIECE_BYTES = 16 * 1024 * 1024;
const CACHE = 'models';
/** Set once all pieces of a file were checked. */
const CHECKED = 'checked';

/** Files of the model hub in this browser. Their addresses name the revision, so a model that changes is another. */
export async function openModelCache() {
  const cache = await caches.open(CACHE);
  const keyOf = ({ repo, revision, path, checksum }: PlannedFile, piece: string | number) =>
    `/models/${repo}/${revision}/${path}?of=${checksum.value}&piece=${piece}`;

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
    clear: () => forget(file),
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

  async function forget(file: PlannedFile): Promise<void> {
    await cache.delete(keyOf(file, CHECKED));
    for (let piece = 0; await cache.delete(keyOf(file, piece)); piece++);
  }

  async function check(file: PlannedFile): Promise<void> {
    const hash = file.checksum.kind === 'git' ? sha1.create() : sha256.create();
    // git hashes a header along
    if (file.checksum.kind === 'git') hash.update(utf8ToBytes(`blob ${file.bytes}\0`));
    for await (const piece of piecesOf(file)) hash.update(piece);
    if (bytesToHex(hash.digest()) === file.checksum.value) {
      await cache.put(keyOf(file, CHECKED), new Response());
      return;
    }
    await forget(file);
    throw new ModelFault(
      `${file.path} of ${file.repo} came with other bytes than the hub says it holds. They were thrown away; download it again.`,
    );
  }

  const isChecked = async (file: PlannedFile) => (await cache.match(keyOf(file, CHECKED))) !== undefined;

  return {
    /** bytes of the model that are here, also of files that are not whole yet */
    async size({ files }: ModelPlan): Promise<number> {
      const sizes = await Promise.all(files.map(sizeOf));
      return sizes.reduce((sum, bytes) => sum + bytes, 0);
    },

    async isWhole({ files }: ModelPlan): Promise<boolean> {
      const checked = await Promise.all(files.map(isChecked));
      return checked.every((one) => one);
    },

    /**
     * Brings what is missing, file after file.
     * @throws ModelFault when nothing comes any more, or what comes is not what the hub says it is
     */
    async fetch(
      hub: Hub,
      { files }: ModelPlan,
      { onBytes, signal }: { onBytes(bytes: number): void; signal: AbortSignal },
    ): Promise<void> {
      let before = 0;
      for (const file of files) {
        if (!(await isChecked(file))) {
          const url = hub.url(file.repo, file.revision, file.path);
          const { bytes } = file;
          await bringFile({
            url,
            bytes,
            sink: sinkOf(file),
            onBytes: (here) => onBytes(before + here),
            signal,
          });
          await check(file);
        }
        before += file.bytes;
        onBytes(before);
      }
    },

    /** @returns the whole file; null where it is not here */
    async read(file: PlannedFile): Promise<Uint8Array<ArrayBuffer> | null> {
      if (!(await isChecked(file))) return null;
      const content = new Uint8Array(file.bytes);
      let at = 0;
      for await (const piece of piecesOf(file)) {
        content.set(piece, at);
        at += piece.length;
      }
      return content;
    },

    async remove({ files }: ModelPlan): Promise<void> {
      for (const file of files) await forget(file);
    },
  };
}

export type ModelCache = Awaited<ReturnType<typeof openModelCache>>;
