import { randomUUID } from 'node:crypto';
import type { S3Client } from './client.ts';
import { type NextPart, PART_BYTES } from './parts.ts';
import { encode, textOf } from './xml.ts';

/** Maximum concurrent parts; each is held in memory. */
const AT_ONCE = 3;
/** Statuses of a failed condition. */
export const REPLACED: readonly number[] = [409, 412];
/** Distinguishes this upload's object from others under the same key. */
export const UPLOAD_MARK = 'x-amz-meta-upload';

export interface Uploaded {
  /** Null if the condition failed. */
  etag: string | null;
  size: number;
}

interface UploadHeaders {
  headers: Record<string, string>;
  /** checked on completion */
  condition?: Record<string, string> | undefined;
}

/**
 * Uploads in parts, all or nothing: aborts on failure, and a sweep later removes what a killed process left. The
 * condition is checked on completion.
 */
export async function uploadParts(
  client: S3Client,
  key: string,
  next: NextPart,
  { headers, condition = {} }: UploadHeaders,
): Promise<Uploaded> {
  const mark = randomUUID();
  const begun = await client.call({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { ...headers, [UPLOAD_MARK]: mark },
  });
  const uploadId = textOf(new TextDecoder().decode(begun.body), 'UploadId');
  if (uploadId === null) throw new Error('the storage began an upload without an id');
  try {
    const { tags, size } = await sendAll(client, key, uploadId, next);
    const etag = await complete(client, { key, uploadId, mark }, tags, condition);
    if (etag === null) await abortUpload(client, key, uploadId);
    return { etag, size };
  } catch (error) {
    await abortUpload(client, key, uploadId).catch(() => {});
    throw error;
  }
}

export async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  await client.call({ method: 'DELETE', key, query: { uploadId }, accept: [404] });
}

/** @returns the parts' ETags in order, and their total size */
async function sendAll(
  client: S3Client,
  key: string,
  uploadId: string,
  next: NextPart,
): Promise<{ tags: string[]; size: number }> {
  const tags: string[] = [];
  let size = 0;
  const failed = new AbortController();
  let parts = 0;
  // Reads one part at a time to keep their order.
  let turn: Promise<unknown> = Promise.resolve();
  const take = (): Promise<[number, Uint8Array]> => {
    const taken = turn.then(async (): Promise<[number, Uint8Array]> => {
      parts += 1;
      return [parts, await next()];
    });
    turn = taken.catch(() => {});
    return taken;
  };
  async function sendSome(): Promise<void> {
    for (let [number, body] = await take(); body.length > 0; [number, body] = await take()) {
      failed.signal.throwIfAborted();
      const query = { partNumber: String(number), uploadId };
      const answer = await client.call({ method: 'PUT', key, query, body, signal: failed.signal });
      tags[number - 1] = answer.headers.get('etag') ?? '';
      size += body.length;
      if (body.length < PART_BYTES) return;
    }
  }
  const senders = Array.from({ length: AT_ONCE }, sendSome);
  try {
    await Promise.all(senders);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(senders);
    throw error;
  }
  return { tags, size };
}

async function complete(
  client: S3Client,
  { key, uploadId, mark }: { key: string; uploadId: string; mark: string },
  tags: string[],
  condition: Record<string, string>,
): Promise<string | null> {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${encode(tag)}</ETag></Part>`,
  );
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  );
  const answer = await client.call({
    method: 'POST',
    key,
    query: { uploadId },
    body,
    headers: condition,
    accept: [404, ...(Object.keys(condition).length > 0 ? REPLACED : [])],
  });
  if (answer.status < 300) return textOf(new TextDecoder().decode(answer.body), 'ETag') ?? '';
  const etag = await tagOfOwn(client, key, mark);
  if (etag === null && answer.status === 404)
    throw new Error(`the upload of ${key} was ended by another process`);
  return etag;
}

/**
 * A refusal may follow an earlier attempt that succeeded but whose response was lost. @returns the ETag stored by that
 * attempt, or null
 */
export async function tagOfOwn(client: S3Client, key: string, mark: string): Promise<string | null> {
  const { headers } = await client.call({ method: 'HEAD', key, accept: [404] });
  return headers.get(UPLOAD_MARK) === mark ? (headers.get('etag') ?? '') : null;
}
