import { open } from 'node:fs/promises';
import type { PutSource } from '../storage/storage.ts';

/**
 * Files up to this size are sent in one request, larger ones in parts of it. S3 allows 10,000 parts of at least 5 MiB.
 */
export const PART_BYTES = 8 * 1024 * 1024;

/**
 * Returns the next part. All are full except the last, which may be empty; after that it keeps returning empty parts.
 */
export type NextPart = () => Promise<Uint8Array>;

/** A source split into parts. */
export interface Parts {
  next: NextPart;
  /** Starts over, if the source can be read again. */
  rewind?(): void;
  close(): Promise<void>;
}

export async function partsOf(source: PutSource): Promise<Parts> {
  if (source instanceof Uint8Array) return byteParts(source);
  return 'path' in source ? await fileParts(source.path) : streamParts(source);
}

function byteParts(bytes: Uint8Array): Parts {
  let position = 0;
  return {
    async next() {
      const part = bytes.subarray(position, position + PART_BYTES);
      position += part.length;
      return part;
    },
    rewind() {
      position = 0;
    },
    async close() {},
  };
}

async function fileParts(path: string): Promise<Parts> {
  const file = await open(path, 'r');
  let position = 0;
  return {
    next: () =>
      fill(async (part) => {
        const { bytesRead } = await file.read(part, 0, part.length, position);
        position += bytesRead;
        return bytesRead;
      }),
    rewind() {
      position = 0;
    },
    close: () => file.close(),
  };
}

function streamParts(stream: ReadableStream<Uint8Array>): Parts {
  const reader = stream.getReader();
  let rest = new Uint8Array() as Uint8Array;
  return {
    next: () =>
      fill(async (part) => {
        while (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) return 0;
          rest = value;
        }
        const taken = rest.subarray(0, part.length);
        part.set(taken);
        rest = rest.subarray(taken.length);
        return taken.length;
      }),
    async close() {
      await reader.cancel().catch(() => {});
    },
  };
}

/** Fills one part from successive reads; a read never exceeds the remaining space. */
async function fill(read: (into: Uint8Array) => Promise<number>): Promise<Uint8Array> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  while (filled < PART_BYTES) {
    const bytes = await read(part.subarray(filled));
    if (bytes === 0) break;
    filled += bytes;
  }
  return part.subarray(0, filled);
}
