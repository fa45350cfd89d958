import { createHash, randomUUID } from 'node:crypto';

export interface PeerObject {
  body: Buffer;
  etag: string;
  modifiedAt: Date;
  /** Content type and metadata. */
  headers: Record<string, string>;
}

interface Upload {
  key: string;
  headers: Record<string, string>;
  startedAt: Date;
  parts: Map<number, { body: Buffer; etag: string; at: Date }>;
}

/** Minimum part size in S3; the last part may be smaller. */
const LEAST_PART_BYTES = 5 * 1024 * 1024;

/** A bucket's objects and its multipart uploads. */
export function createBucket() {
  const objects = new Map<string, PeerObject>();
  const uploads = new Map<string, Upload>();

  function put(key: string, body: Buffer, headers: Record<string, string>, etag = md5(body)): PeerObject {
    const object = { body, etag: `"${etag}"`, modifiedAt: new Date(), headers };
    objects.set(key, object);
    return object;
  }

  return {
    objects,
    uploads,
    put,

    begin(key: string, headers: Record<string, string>): string {
      const id = randomUUID();
      uploads.set(id, { key, headers, startedAt: new Date(), parts: new Map() });
      return id;
    },

    /** @returns the part's ETag, or null for an unknown upload */
    addPart(id: string, number: number, body: Buffer): string | null {
      const etag = `"${md5(body)}"`;
      uploads.get(id)?.parts.set(number, { body, etag, at: new Date() });
      return uploads.has(id) ? etag : null;
    },

    /** @returns the object, or an S3 error code */
    complete(id: string, named: { number: number; etag: string }[]): PeerObject | string {
      const upload = uploads.get(id);
      if (!upload) return 'NoSuchUpload';
      const parts = named.map(({ number }) => upload.parts.get(number));
      if (named.length === 0 || parts.some((part, at) => part?.etag !== named[at]?.etag))
        return 'InvalidPart';
      const bodies = parts.map((part) => part?.body ?? Buffer.alloc(0));
      if (bodies.slice(0, -1).some(({ length }) => length < LEAST_PART_BYTES)) return 'EntityTooSmall';
      uploads.delete(id);
      return put(upload.key, Buffer.concat(bodies), upload.headers, `${randomUUID()}-${bodies.length}`);
    },
  };
}

export type Bucket = ReturnType<typeof createBucket>;

const md5 = (body: Buffer) => createHash('md5').update(body).digest('hex');
