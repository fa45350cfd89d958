import { randomUUID } from 'node:crypto';
import type { S3Client } from './client.ts';
import { type NextPart, PART_BYTES } from './parts.ts';
import { encode, textOf } from './xml.ts';

/** Parts on their way at once, each of them in memory. */
const AT_ONCE = 3;
/** Answers to a condition that does not hold. */
export const REPLACED: readonly number[] = [409, 412];
/** Distinguishes this upload's object from another one under the same key. */
export const UPLOAD_MARK = 'x-amz-meta-upload';

export interface Uploaded {
  /** null when the condition did not hold */
  etag: string | null;
  size: number;
}

/**
 * Stores what comes part by part, whole or not at all: what fails in between is aborted, and what a killed process
 * leaves is swept away later. The condition is judged at the end.
 */
export async function uploadParts(
  client: S3Client,
  key: string,
  next: NextPart,
  headers: Record<string, string>,
  condition: Record<string, string> = {},
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
    const etag = await complete(client, key, uploadId, tags, mark, condition);
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

/** @returns the entity tags of the parts, in order, and what they come to */
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
  // Reading is one at a time, so that the parts stay in order.
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
  key: string,
  uploadId: string,
  tags: string[],
  mark: string,
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
    throw new Error(`the upload of ${key} was ended by somebody else`);
  return etag;
}

/**
 * A refusal now may follow an earlier try that was done and whose answer was lost. @returns the tag of what that
 * stored, or null
 */
export async function tagOfOwn(client: S3Client, key: string, mark: string): Promise<string | null> {
  const { headers } = await client.call({ method: 'HEAD', key, accept: [404] });
  return headers.get(UPLOAD_MARK) === mark ? (headers.get('etag') ?? '') : null;
}
