/** Properties of a stored file. */
export interface StoredFile {
  /** bytes */
  size: number;
  /** strong and quoted: changes whenever the content may have */
  etag: string;
  modifiedAt: Date;
  /** of the content, in hex, where the storage knows it without reading the file */
  sha256?: string;
  /** where it lies on this machine, if it does: a runtime that can hand a file to the kernel sends it faster */
  path?: string;
}

/** Folders keep times to the millisecond, give or take one. */
const SAME_TIME_MS = 2;

/** By how many milliseconds a stored file is newer than another, negative where it is older; 0 for copies of the same. */
export function newerBy(file: StoredFile, other: StoredFile): number {
  const ms = file.modifiedAt.getTime() - other.modifiedAt.getTime();
  return Math.abs(ms) > SAME_TIME_MS ? ms : 0;
}

/** Bytes `start` to `end`, both included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenFile extends StoredFile {
  /** the bytes asked for; cancel it when they are no longer wanted */
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Store of recordings, images and voices: a folder here (`file-storage.ts`) or a bucket (`s3/s3-storage.ts`). A key
 * is names joined by `/`, each beginning with a letter or digit.
 */
export interface Storage {
  /** where that is, for operators: a path or `s3://bucket/prefix`, never with a secret */
  readonly place: string;
  /**
   * Stores a file whole or not at all; it outlives a loss of power once this resolves.
   * @throws when the storage refuses, the source ends with a fault or the key is malformed, as all calls do
   */
  put(key: string, source: PutSource, contentType: string, more?: PutOptions): Promise<StoredFile>;
  /** The file for reading, or null. A range beyond its end gives what there is. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes the file; one that isn't there is fine. */
  delete(key: string): Promise<void>;
  /** Keys that start with the prefix, in order; what others put there under names that are no keys is skipped. */
  list(prefix: string): Promise<string[]>;
  /**
   * An address at which a browser gets the file itself for an hour, answered with these headers; null where only
   * we can hand it out. Who asks is for the caller to judge.
   */
  link(key: string, headers: LinkHeaders): Promise<string | null>;
  /** Clears away what killed processes left unfinished, or empty, and nobody touched since a time (ms since the epoch). */
  sweep(untouchedSince: number): Promise<void>;
  /** @throws saying why nothing can be stored or read just now */
  check(): Promise<void>;
}

/** Bytes; a stream, which is read to its end; or a file, which is copied, or with `move` taken away from where it lies. */
export type PutSource = Uint8Array | ReadableStream<Uint8Array> | FileSource;

export interface FileSource {
  path: string;
  /** the file is no longer needed where it is: on the same disk this saves copying it */
  move?: boolean;
}

export interface PutOptions {
  /** when the content was made, where that isn't now: a copy is no newer than what it was made of */
  modifiedAt?: Date;
  /** of the content, in hex, where it is known before: a stream is not read twice for it */
  sha256?: string;
  /** the tag of the only version that it may replace, or null for none: @throws ReplacedError where another one lies there */
  replaces?: string | null;
}

/** Another caller has stored a file under this key meanwhile. */
export class ReplacedError extends Error {
  constructor(key: string) {
    super(`${key} was stored by somebody else meanwhile`);
  }
}

export interface LinkHeaders {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}
