import { StorageError } from '../storage/storage-error.ts';
import { placeOf, type S3Address } from './address.ts';
import { textOf } from './xml.ts';

/** An unsuccessful response. */
export interface S3Refusal {
  status: number;
  /** S3's error code; HEAD responses have none. */
  code: string | null;
  /** The bucket's actual region, if the request used a wrong one. */
  region: string | null;
}

const PASSING_CODES = new Set([
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'RequestTimeoutException',
  'OperationAborted',
  'IncompleteBody',
  'Throttling',
]);
const PASSING_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

export function readRefusal(status: number, headers: Headers, body: string): S3Refusal {
  return { status, code: textOf(body, 'Code'), region: headers.get('x-amz-bucket-region') };
}

/** True if a retry may succeed. */
export const isPassing = ({ status, code }: S3Refusal): boolean =>
  PASSING_STATUSES.has(status) || PASSING_CODES.has(code ?? '');

type Words = (address: S3Address, refusal: S3Refusal) => string;

const wrongRegion: Words = (_, { region }) =>
  `the bucket is in another region${region ? `: write region=${region} into STORAGE_URL` : '. Correct region in STORAGE_URL'}.`;
const mayNot: Words = ({ bucket }) =>
  `the key may not do this in the bucket ${bucket}. Let it list, read, write and delete objects there, and abort uploads.`;

const WORDS: Record<string, Words> = {
  InvalidAccessKeyId: () => 'the access key is not known there. Check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: () => 'the secret key is wrong. Check S3_SECRET_ACCESS_KEY.',
  AccessDenied: mayNot,
  AllAccessDisabled: mayNot,
  NoSuchBucket: ({ bucket }) => `there is no bucket ${bucket}. Make it there, or correct STORAGE_URL.`,
  RequestTimeTooSkewed: () => 'the clock of this machine is wrong by more than it accepts. Set the clock.',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  QuotaExceeded: () => 'its quota is used up. Make room there, or have it raised.',
  XMinioStorageFull: () => 'its disk is full. Make room there.',
};

export function refusalError(address: S3Address, refusal: S3Refusal, doing: string): StorageError {
  const { status, code } = refusal;
  const at = `${placeOf(address)} at ${address.endpoint}`;
  const passing = isPassing(refusal);
  const inWords = code !== null && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const words = inWords?.(address, refusal) ?? byStatus(address, refusal);
  return new StorageError(`${at} refused ${doing} (${[status, code].filter(Boolean).join(' ')}): ${words}`, {
    passing,
  });
}

function byStatus(address: S3Address, refusal: S3Refusal): string {
  if (isPassing(refusal))
    return 'it is overloaded or out of order. It is tried again; if this lasts, look at that server.';
  if (refusal.status === 301 || refusal.status === 307) return wrongRegion(address, refusal);
  if (refusal.status === 401 || refusal.status === 403) return mayNot(address, refusal);
  return 'is this an S3 server, and the address right? Check STORAGE_URL.';
}

export function unreachableError(address: S3Address, doing: string, cause: unknown): StorageError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(
    `${placeOf(address)} at ${address.endpoint} did not answer ${doing} (${why}). Is it running, and may this machine reach it?`,
    { passing: true, cause },
  );
}
