import { readAddress } from '../settings/setting-address.ts';
import { withoutEndSlashes } from '../shared/trim.ts';

/** A bucket and how it is reached, as STORAGE_URL says it. */
export interface S3Address {
  bucket: string;
  /** keys are stored below it, without slashes at its ends; '' for none */
  prefix: string;
  /** origin of the server */
  endpoint: string;
  region: string;
  /** the bucket stands in the path, not in the host's name */
  pathStyle: boolean;
  /** files go into DATA_DIR again; what lies in the bucket is read until it is moved */
  leaving: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;
const PARAMETERS = new Set(['endpoint', 'region', 'style', 'leaving']);

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&style=path|host&leaving=on`. Without an endpoint it is Amazon's of the
 * region, where buckets are hosts; other servers know them by path unless `style` says otherwise.
 * @returns the address, or what is wrong with it in words
 */
export function parseS3Address(text: string): S3Address | string {
  if (!text.startsWith('s3://')) return 'must be as in s3://bucket/prefix?endpoint=…&region=…';
  if (/^s3:\/\/[^?]*@/.test(text)) {
    return 'must not hold the keys; they belong into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
  }
  const url = readAddress(text, { schemes: ['s3'], path: true, query: true, hostless: true });
  if (typeof url === 'string') return url;
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.has(name)))
    return 'knows only endpoint, region, style and leaving after the “?”';
  const bucket = url.hostname;
  if (!BUCKET.test(bucket) || url.port !== '')
    return 'names no bucket: 3 to 63 small letters, digits, dots or hyphens';
  const prefix = withoutEndSlashes(url.pathname.replace(/^\/+/, ''));
  if (prefix !== '' && !PREFIX.test(prefix))
    return 'has a prefix of other signs than letters, digits, . _ - and /';
  const { searchParams } = url;
  const region = searchParams.get('region') || 'us-east-1';
  const endpoint = searchParams.get('endpoint');
  const server = readAddress(endpoint ?? `https://s3.${region}.amazonaws.com`, {
    schemes: ['http', 'https'],
  });
  if (typeof server === 'string') return `has an endpoint that can't be used: it ${server}`;
  const style = searchParams.get('style') ?? (endpoint === null ? 'host' : 'path');
  if (style !== 'path' && style !== 'host') return 'has a style that is neither path nor host';
  const leaving = searchParams.get('leaving') ?? 'off';
  if (leaving !== 'on' && leaving !== 'off') return 'has a leaving that is neither on nor off';
  return {
    bucket,
    prefix,
    endpoint: server.origin,
    region,
    pathStyle: style === 'path',
    leaving: leaving === 'on',
  };
}

/** `https://host` or `https://bucket.host`, where browsers get files from. */
export function bucketOrigin({ endpoint, bucket, pathStyle }: S3Address): string {
  return pathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`);
}

/** The address of the bucket itself, or with a key of the object that keeps it. */
export function objectUrl(address: S3Address, key = ''): URL {
  const url = new URL(bucketOrigin(address));
  const names = [address.pathStyle ? address.bucket : '', ...(key === '' ? [] : [objectName(address, key)])];
  url.pathname = names.filter(Boolean).join('/');
  return url;
}

/** Name of a key in the bucket. */
export const objectName = ({ prefix }: S3Address, key: string) => (prefix === '' ? key : `${prefix}/${key}`);

/** For operators; it holds no secret. */
export const placeOf = (address: S3Address) =>
  `s3://${objectName(address, '').replace(/^/, `${address.bucket}/`).replace(/\/$/, '')}`;
