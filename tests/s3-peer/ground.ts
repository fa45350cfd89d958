import { parseS3Address, type S3Address } from '../../src/kit/s3/address.ts';
import type { S3Keys } from '../../src/kit/s3/client.ts';
import type { Bucket } from './bucket.ts';
import { PEER_BUCKET, PEER_KEYS, STRANGER_KEYS, startS3Peer } from './peer.ts';

export interface S3Ground {
  port: number;
  address: S3Address;
  keys: S3Keys;
  /** of somebody who may not use the bucket */
  strangerKeys: S3Keys;
  /** what the peer keeps; null of a real server */
  bucket: Bucket | null;
  stop(): Promise<void>;
}

/** The S3 server that tests run on: the peer, or with `S3_TRIAL_PORT` a real one that `trial.ts` has started. */
export async function startS3Ground(): Promise<S3Ground> {
  const known = { keys: PEER_KEYS, strangerKeys: STRANGER_KEYS };
  const real = Number(process.env.S3_TRIAL_PORT ?? 0);
  if (real > 0) return { ...known, port: real, address: addressAt(real), bucket: null, stop: async () => {} };
  const { port, bucket, stop } = await startS3Peer();
  return { ...known, port, address: addressAt(port), bucket, stop };
}

export function addressAt(port: number): S3Address {
  const address = parseS3Address(`s3://${PEER_BUCKET}?endpoint=http://127.0.0.1:${port}`);
  if (typeof address === 'string') throw new Error(address);
  return address;
}
