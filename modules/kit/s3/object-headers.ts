import type { StoredFile } from '../storage/storage.ts';

/** Metadata on our objects. */
export const SHA256 = 'x-amz-meta-sha256';
export const MADE_AT = 'x-amz-meta-made-at';

/** Describes an object from the headers of a GET or HEAD; a partial response also states the full size. */
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

/** Some servers omit the quotes of an ETag. */
export const quoted = (tag: string | null) => `"${(tag ?? '').replaceAll('"', '')}"`;
