export interface StoredFile {
  /** In bytes. */
  size: number;
  /** Strong and quoted; changes whenever the content may have changed. */
  etag: string;
  modifiedAt: Date;
  /** SHA-256 of the content in hex, if known without reading the file. */
  sha256?: string;
  /** Local path, if there is one: some runtimes can then send the file via the kernel, which is faster. */
  path?: string;
}

/** Tolerance, because file systems round times to the millisecond. */
const SAME_TIME_MS = 2;

/** Age difference in ms: positive if `file` is newer, negative if older, 0 for copies of the same file. */
export function newerBy(file: StoredFile, other: StoredFile): number {
  const ms = file.modifiedAt.getTime() - other.modifiedAt.getTime();
  return Math.abs(ms) > SAME_TIME_MS ? ms : 0;
}

/** From `start` to `end`, both inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenFile extends StoredFile {
  /** The requested bytes; cancel it when no longer needed. */
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Storage for recordings, images and voice recordings: a local folder (`file-storage.ts`) or a bucket
 * (`s3/s3-storage.ts`). Keys are names joined by `/`, each starting with a letter or digit.
 */
export interface Storage {
  /** Location for operators: a path or `s3://bucket/prefix`, never with secrets. */
  readonly place: string;
  /**
   * Stores a file all or nothing; it survives a power loss once this resolves.
   * @throws if the storage refuses, the source fails or the key is malformed, as do all calls
   */
  put(key: string, source: PutSource, contentType: string, more?: PutOptions): Promise<StoredFile>;
  /** Opens a file, or returns null. A range past the end is clipped. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes the file, if it exists. */
  delete(key: string): Promise<void>;
  /** Sorted keys that start with the prefix; foreign files whose names aren't valid keys are skipped. */
  list(prefix: string): Promise<string[]>;
  /**
   * A URL where a browser can fetch the file directly for an hour, with these headers; null if only we can serve it.
   * Access checks are up to the caller.
   */
  link(key: string, headers: LinkHeaders): Promise<string | null>;
  /**
   * Removes unfinished files and empty folders of killed processes that have been untouched since a time (ms since the
   * epoch).
   */
  sweep(untouchedSince: number): Promise<void>;
  /** @throws Error explaining why nothing can currently be stored or read */
  check(): Promise<void>;
}

/** Bytes, a stream that is read to its end, or a file to copy (or, with `move`, to move). */
export type PutSource = Uint8Array | ReadableStream<Uint8Array> | FileSource;

export interface FileSource {
  path: string;
  /** The file is no longer needed in its place; on the same disk this saves a copy. */
  move?: boolean;
}

export interface PutOptions {
  /** When the content was made, if not now: a copy is no newer than its original. */
  modifiedAt?: Date;
  /** SHA-256 of the content in hex, if already known; a stream can't be read twice to compute it. */
  sha256?: string;
  /** ETag of the only version that may be replaced, or null if none may exist. @throws ReplacedError otherwise */
  replaces?: string | null;
}

/** Another caller has stored a different version under this key. */
export class ReplacedError extends Error {
  constructor(key: string) {
    super(`${key} was stored by another process in the meantime`);
  }
}

export interface LinkHeaders {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}
