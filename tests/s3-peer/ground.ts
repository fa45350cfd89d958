import { parseS3Address, type S3Address } from '../../modules/kit/s3/address.ts';
import type { S3Keys } from '../../modules/kit/s3/client.ts';
import type { Bucket } from './bucket.ts';
import { PEER_BUCKET, PEER_KEYS, STRANGER_KEYS, startS3Peer } from './peer.ts';

export interface S3Ground {
  port: number;
  address: S3Address;
  keys: S3Keys;
  /** Keys of a client without access to the bucket. */
  strangerKeys: S3Keys;
  /** Contents of the peer; null for a real server. */
  bucket: Bucket | null;
  /** Settings for a program that stores its files there, under a prefix. */
  settings(prefix: string): Record<string, string>;
  stop(): Promise<void>;
}

/**
 * True if the real server of this run lacks a feature or can't be configured for it; the tests that need it are
 * skipped.
 */
export const lacks = (what: 'uploads' | 'stranger'): boolean =>
  (process.env.S3_TRIAL_LACKS ?? '').split(',').includes(what);

/** The S3 server for tests: the peer, or the real server on `S3_TRIAL_PORT` that `trial.ts` has started. */
export async function startS3Ground(): Promise<S3Ground> {
  const real = Number(process.env.S3_TRIAL_PORT ?? 0);
  if (real > 0) return { ...knownAt(real), bucket: null, stop: async () => {} };
  const { port, bucket, stop } = await startS3Peer();
  return { ...knownAt(port), bucket, stop };
}

function knownAt(port: number): Omit<S3Ground, 'bucket' | 'stop'> {
  return {
    port,
    address: addressAt(port),
    keys: PEER_KEYS,
    strangerKeys: STRANGER_KEYS,
    settings: (prefix) => settingsAt(port, prefix),
  };
}

/** Settings for a program that stores its files under a prefix in the bucket on this port. */
export function settingsAt(port: number, prefix: string): Record<string, string> {
  return {
    STORAGE_URL: `s3://${PEER_BUCKET}/${prefix}?endpoint=http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: PEER_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: PEER_KEYS.secretAccessKey,
  };
}

export function addressAt(port: number): S3Address {
  const address = parseS3Address(`s3://${PEER_BUCKET}?endpoint=http://127.0.0.1:${port}`);
  if (typeof address === 'string') throw new Error(address);
  return address;
}
