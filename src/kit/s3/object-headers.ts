import type { StoredFile } from '../storage/storage.ts';

/** Metadata that we give our objects. */
export const SHA256 = 'x-amz-meta-sha256';
export const MADE_AT = 'x-amz-meta-made-at';

/** Description of an object by the answer to a GET or HEAD. The answer to a part holds the size of the whole. */
export function describeObject(headers: Headers): StoredFile {
  const whole = headers.get('content-range')?.match(/\/(\d+)$/)?.[1] ?? headers.get('content-length');
  const digest = headers.get(SHA256);
  const made = Date.parse(headers.get(MADE_AT) ?? headers.get('last-modified') ?? '');
  return {
    size: Number(whole ?? 0),
    etag: quoted(headers.get('etag')),
    modifiedAt: new Date(Number.isNaN(made) ? 0 : made),
    ...(digest !== null && { sha256: digest }),
  };
}

/** Some servers leave an entity tag's quotes away. */
export const quoted = (tag: string | null) => `"${(tag ?? '').replaceAll('"', '')}"`;
