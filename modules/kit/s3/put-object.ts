import { createHash, randomUUID } from 'node:crypto';
import { type PutOptions, ReplacedError, type StoredFile } from '../storage/storage.ts';
import { type S3Client, sha256 } from './client.ts';
import { MADE_AT, quoted, SHA256 } from './object-headers.ts';
import { PART_BYTES, type Parts } from './parts.ts';
import { REPLACED, tagOfOwn, UPLOAD_MARK, uploadParts } from './upload.ts';

/** Stores a source: in one request if it is short, otherwise in parts. */
export async function putObject(
  client: S3Client,
  key: string,
  parts: Parts,
  { contentType, modifiedAt = new Date(), replaces, sha256: given }: PutOptions & { contentType: string },
): Promise<StoredFile> {
  const headers = { 'content-type': contentType, [MADE_AT]: modifiedAt.toISOString() };
  const condition = conditionOf(replaces);
  const first = await parts.next();
  if (first.length < PART_BYTES) {
    const digest = sha256(first);
    const etag = await putShort(client, key, first, { ...headers, [SHA256]: digest, ...condition });
    if (etag === null) throw new ReplacedError(key);
    return { size: first.length, etag: quoted(etag), modifiedAt, sha256: digest };
  }
  // Metadata is sent before the content, so a source that can be read twice is hashed first.
  const twice = given === undefined && parts.rewind !== undefined;
  const digest = twice ? await digestOf(first, parts) : (given ?? null);
  const whole = twice ? parts : startWith(first, parts);
  const known = digest === null ? {} : { [SHA256]: digest };
  const { etag, size } = await uploadParts(client, key, whole.next, {
    headers: { ...headers, ...known },
    condition,
  });
  if (etag === null) throw new ReplacedError(key);
  return { size, etag: quoted(etag), modifiedAt, ...(digest !== null && { sha256: digest }) };
}

/** @returns the ETag, or null if the condition failed */
async function putShort(
  client: S3Client,
  key: string,
  body: Uint8Array,
  headers: Record<string, string>,
): Promise<string | null> {
  const mark = randomUUID();
  const answer = await client.call({
    method: 'PUT',
    key,
    body,
    headers: { ...headers, [UPLOAD_MARK]: mark },
    accept: 'if-match' in headers || 'if-none-match' in headers ? REPLACED : [],
  });
  return answer.status < 300 ? (answer.headers.get('etag') ?? '') : await tagOfOwn(client, key, mark);
}

function conditionOf(replaces: string | null | undefined): Record<string, string> | undefined {
  if (replaces === undefined) return undefined;
  return replaces === null ? { 'if-none-match': '*' } : { 'if-match': replaces };
}

async function digestOf(first: Uint8Array, parts: Parts): Promise<string> {
  const hash = createHash('sha256');
  for (let part = first; part.length > 0; part = await parts.next()) hash.update(part);
  parts.rewind?.();
  return hash.digest('hex');
}

function startWith(first: Uint8Array, parts: Parts): Pick<Parts, 'next'> {
  let waiting: Uint8Array | null = first;
  return {
    async next() {
      const part = waiting ?? (await parts.next());
      waiting = null;
      return part;
    },
  };
}
