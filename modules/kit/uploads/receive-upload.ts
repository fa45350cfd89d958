import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { AppError, badRequest } from '../errors.ts';
import { m } from '../texts/m.ts';

export interface UploadBounds {
  /** For error messages. */
  what: 'image' | 'recording';
  /** Folder for the file until it is moved; created if missing. */
  folder: string;
  maxBytes: number;
  /** From first to last byte. */
  timeoutMs: number;
}

export interface Upload {
  /** The form's text fields; the first value of each name. */
  fields: Map<string, string>;
  /** The file in the requested field; null if there is none. */
  file: { path: string; size: number } | null;
  /** Deletes the file unless it has been moved. */
  dispose(): Promise<void>;
}

/**
 * Minimum rate: slower clients block upload slots that others need. Even the slowest telephone line is twice as fast.
 */
const LEAST_BYTES = 16 * 1024;
const LEAST_TIMEOUT_MS = 8_000;

const FIELDS_MAX = 10;
const FIELD_MAX_BYTES = 1024;

/**
 * Parses a multipart form as it arrives and streams its one file to disk, so an upload needs little memory. If it ends
 * early, no file is left.
 * @throws AppError 400 if it isn't a valid form, 408 if it takes too long, 413 if the file is too large
 */
export async function receiveUpload(request: Request, field: string, bounds: UploadBounds): Promise<Upload> {
  const fields = new Map<string, string>();
  const path = join(bounds.folder, randomBytes(12).toString('hex'));
  const dispose = () => rm(path, { force: true });
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const timer = setTimeout(() => fail(tooSlow()), bounds.timeoutMs);
  const cut = new AbortController();
  let found = false;
  let size = 0;
  let written: Promise<unknown> = Promise.resolve();
  try {
    await mkdir(bounds.folder, { recursive: true });
    const form = await parserFor(request, bounds.maxBytes);
    form.on('error', fail);
    form.on('field', (name, value) => {
      if (!fields.has(name)) fields.set(name, value);
    });
    form.on('file', (name, stream) => {
      if (name !== field || found) return void stream.resume();
      found = true;
      stream.on('data', (piece: Buffer) => {
        size += piece.length;
      });
      stream.on('limit', () => fail(tooLong(bounds)));
      written = pipeline(stream, createWriteStream(path, { flags: 'wx' }), { signal: cut.signal });
      written.catch(fail);
    });
    await pump(request, form, { failed, fail });
    await Promise.race([written, failed]);
    return { fields, file: found ? { path, size } : null, dispose };
  } catch (error) {
    // The parser never ends the stream of a truncated file.
    cut.abort();
    await Promise.allSettled([written]);
    await dispose();
    throw toFault(error);
  } finally {
    clearTimeout(timer);
  }
}

async function pump(
  request: Request,
  form: BusboyInstance,
  { failed, fail }: { failed: Promise<never>; fail(fault: unknown): void },
): Promise<void> {
  const reader = request.body?.getReader();
  const inTime = createLeastRate(() => fail(tooSlow()));
  const heard = (event: 'drain' | 'finish') =>
    Promise.race([new Promise((resolve) => form.once(event, () => resolve(null))), failed]);
  try {
    while (reader) {
      const { done, value } = await Promise.race([inTime(reader.read()), failed]);
      if (done) break;
      if (!form.write(value)) await heard('drain');
    }
    const finished = heard('finish');
    form.end();
    await finished;
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** Counts bytes received, and only the time spent waiting for them. */
function createLeastRate(tooLittle: () => void) {
  let came = 0;
  let waited = 0;

  return async function inTime<T extends { value?: Uint8Array | undefined }>(read: Promise<T>): Promise<T> {
    const began = performance.now();
    const timer = setTimeout(tooLittle, LEAST_TIMEOUT_MS - waited);
    try {
      const piece = await read;
      came += piece.value?.length ?? 0;
      return piece;
    } finally {
      clearTimeout(timer);
      waited += performance.now() - began;
      if (came >= LEAST_BYTES) [came, waited] = [0, 0];
    }
  };
}

async function parserFor(request: Request, maxBytes: number): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES, fileSize: maxBytes, parts: 12 },
    });
  } catch {
    throw notAForm();
  }
}

/** A system error such as a full disk is ours; anything else is an invalid or truncated form. */
function toFault(error: unknown): unknown {
  if (error instanceof AppError) return error;
  return (error as NodeJS.ErrnoException).syscall ? error : notAForm();
}

const notAForm = () => badRequest(m.kit_error_form());

const tooSlow = () => new AppError(408, 'slow-upload', m.kit_error_upload_slow());

const tooLong = ({ what, maxBytes }: UploadBounds) =>
  new AppError(413, 'too-large', m.kit_error_upload_size({ what, mib: maxBytes / 1024 / 1024 }));
