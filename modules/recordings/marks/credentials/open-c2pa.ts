import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Loads the C2PA library, which is built for web workers. Here it lacks FileReaderSync, so we supply one that reads our
 * in-memory files.
 */
export async function openC2pa() {
  const c2pa = await import('@contentauth/c2pa-wasm');
  Object.assign(globalThis, { FileReaderSync: BytesReader });
  const path = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  await c2pa.default({ module_or_path: await readFile(path) });
  return c2pa;
}

/** An in-memory file; slices are views. */
class BytesBlob extends Blob {
  readonly whole: Uint8Array;
  constructor(bytes: Uint8Array) {
    super();
    this.whole = bytes;
  }
  override get size(): number {
    return this.whole.length;
  }
  override slice(from = 0, to = this.whole.length): Blob {
    return new BytesBlob(this.whole.subarray(from, to));
  }
}

class BytesReader {
  readAsArrayBuffer({ whole }: BytesBlob): ArrayBuffer {
    return Uint8Array.from(whole).buffer;
  }
}

export const wholeBlob = (bytes: Uint8Array): Blob => new BytesBlob(bytes);
