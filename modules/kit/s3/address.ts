import { readAddress } from '../settings/setting-address.ts';
import { withoutEndSlashes } from '../shared/trim.ts';
import { m } from '../texts/m.ts';

/** A bucket and how to reach it, parsed from STORAGE_URL. */
export interface S3Address {
  bucket: string;
  /** Prefix of all keys, without leading or trailing slashes; '' for none. */
  prefix: string;
  /** Origin of the server. */
  endpoint: string;
  region: string;
  /** The bucket is part of the path, not of the host name. */
  pathStyle: boolean;
  /** New files go to DATA_DIR; files in the bucket remain readable until they are moved. */
  leaving: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;
const PARAMETERS = new Set(['endpoint', 'region', 'style', 'leaving']);

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&style=path|host&leaving=on`. The default endpoint is Amazon's for the
 * region, with the bucket in the host name; other servers use path style unless `style` says otherwise.
 * @returns the address, or what is wrong with it
 */
export function parseS3Address(text: string): S3Address | string {
  if (!text.startsWith('s3://')) return m.kit_s3_address_form();
  if (/^s3:\/\/[^?]*@/.test(text)) {
    return m.kit_s3_address_keys();
  }
  const url = readAddress(text, { schemes: ['s3'], path: true, query: true, hostless: true });
  if (typeof url === 'string') return url;
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.has(name)))
    return m.kit_s3_address_parameters();
  const bucket = url.hostname;
  if (!BUCKET.test(bucket) || url.port !== '') return m.kit_s3_address_bucket();
  const prefix = withoutEndSlashes(url.pathname.replace(/^\/+/, ''));
  if (prefix !== '' && !PREFIX.test(prefix)) return m.kit_s3_address_prefix();
  const { searchParams } = url;
  const region = searchParams.get('region') || 'us-east-1';
  const endpoint = searchParams.get('endpoint');
  const server = readAddress(endpoint ?? `https://s3.${region}.amazonaws.com`, {
    schemes: ['http', 'https'],
  });
  if (typeof server === 'string') return m.kit_s3_address_endpoint({ fault: server });
  const style = searchParams.get('style') ?? (endpoint === null ? 'host' : 'path');
  if (style !== 'path' && style !== 'host') return m.kit_s3_address_style();
  const leaving = searchParams.get('leaving') ?? 'off';
  if (leaving !== 'on' && leaving !== 'off') return m.kit_s3_address_leaving();
  return {
    bucket,
    prefix,
    endpoint: server.origin,
    region,
    pathStyle: style === 'path',
    leaving: leaving === 'on',
  };
}

/** The origin from which browsers load files: `https://host` or `https://bucket.host`. */
export function bucketOrigin({ endpoint, bucket, pathStyle }: S3Address): string {
  return pathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`);
}

/** URL of the bucket, or of the object for a key. */
export function objectUrl(address: S3Address, key = ''): URL {
  const url = new URL(bucketOrigin(address));
  const names = [address.pathStyle ? address.bucket : '', ...(key === '' ? [] : [objectName(address, key)])];
  url.pathname = names.filter(Boolean).join('/');
  return url;
}

export const objectName = ({ prefix }: S3Address, key: string) => (prefix === '' ? key : `${prefix}/${key}`);

/** For operators; contains no secrets. */
export const placeOf = (address: S3Address) =>
  `s3://${objectName(address, '').replace(/^/, `${address.bucket}/`).replace(/\/$/, '')}`;
