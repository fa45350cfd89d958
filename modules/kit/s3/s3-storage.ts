import { rm } from 'node:fs/promises';
import type { ByteRange, Storage } from '../storage/storage.ts';
import { assertKey } from '../storage/storage-key.ts';
import { objectName, placeOf, type S3Address } from './address.ts';
import { createS3Client, type S3Keys } from './client.ts';
import { openObject } from './download.ts';
import { listKeys, listUploads, silenceOf } from './listing.ts';
import { describeObject } from './object-headers.ts';
import { partsOf } from './parts.ts';
import { putObject } from './put-object.ts';
import { abortUpload } from './upload.ts';

const LINK_SECONDS = 3600;
/** An upload without a new part for this long is abandoned. More recent ones may belong to another node. */
const PARTS_TIMEOUT_MS = 3600_000;
/** The same, counted from the start, for servers that don't list parts. */
const UPLOADS_TIMEOUT_MS = 24 * 3600_000;

export interface S3StorageOptions {
  address: S3Address;
  keys: S3Keys;
  /** Redirects browsers to the bucket. */
  links: boolean;
}

/**
 * Stores files as objects in a bucket. Metadata records the creation time, and the SHA-256 digest if it was known
 * before sending.
 */
export function createS3Storage({ address, keys, links }: S3StorageOptions): Storage {
  const client = createS3Client(address, keys);
  return {
    place: placeOf(address),

    async put(key, source, contentType, more = {}) {
      assertKey(key);
      const parts = await partsOf(source);
      const about = await putObject(client, key, parts, { ...more, contentType }).finally(parts.close);
      if ('path' in source && source.move) await rm(source.path, { force: true });
      return about;
    },

    async open(key: string, range?: ByteRange) {
      assertKey(key);
      return await openObject(client, key, range);
    },

    async stat(key) {
      assertKey(key);
      const answer = await client.call({ method: 'HEAD', key, accept: [404] });
      return answer.status === 404 ? null : describeObject(answer.headers);
    },

    async delete(key) {
      assertKey(key);
      await client.call({ method: 'DELETE', key, accept: [404] });
    },

    list: (prefix) => listKeys(client, prefix),

    async link(key, { contentType, contentDisposition, cacheControl }) {
      assertKey(key);
      if (!links) return null;
      const query = {
        'response-content-type': contentType,
        'response-content-disposition': contentDisposition,
        'response-cache-control': cacheControl,
      };
      return await client.presign(key, query, LINK_SECONDS);
    },

    async sweep(untouchedSince) {
      const timeout = Math.max(PARTS_TIMEOUT_MS, Date.now() - untouchedSince);
      for (const upload of await listUploads(client)) {
        const silence = await silenceOf(client, upload);
        const isLeft =
          silence === null ? upload.startedAt < Date.now() - UPLOADS_TIMEOUT_MS : silence > timeout;
        if (isLeft) await abortUpload(client, upload.key, upload.uploadId);
      }
    },

    async check() {
      await client.call({
        method: 'GET',
        query: { 'list-type': '2', 'max-keys': '1', prefix: objectName(address, '') },
      });
    },
  };
}
