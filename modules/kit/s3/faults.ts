import { StorageError } from '../storage/storage-error.ts';
import { m } from '../texts/m.ts';
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

type Words = (address: S3Address, refusal: S3Refusal) => readonly [why: string, cure: string];

const wrongRegion: Words = (_, { region }) => [
  m.kit_s3_region(),
  region ? m.kit_s3_region_cure({ region }) : m.kit_s3_unknown_region_cure(),
];
const mayNot: Words = ({ bucket }) => [m.kit_s3_access({ bucket }), m.kit_s3_access_cure()];

const WORDS: Record<string, Words> = {
  InvalidAccessKeyId: () => [m.kit_s3_access_key(), m.kit_s3_access_key_cure()],
  SignatureDoesNotMatch: () => [m.kit_s3_secret_key(), m.kit_s3_secret_key_cure()],
  AccessDenied: mayNot,
  AllAccessDisabled: mayNot,
  NoSuchBucket: ({ bucket }) => [m.kit_s3_no_bucket({ bucket }), m.kit_s3_no_bucket_cure()],
  RequestTimeTooSkewed: () => [m.kit_s3_clock(), m.kit_s3_clock_cure()],
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  QuotaExceeded: () => [m.kit_s3_quota(), m.kit_s3_quota_cure()],
  XMinioStorageFull: () => [m.kit_s3_disk_full(), m.kit_s3_disk_full_cure()],
};

export function refusalError(address: S3Address, refusal: S3Refusal, doing: string): StorageError {
  const { status, code } = refusal;
  const passing = isPassing(refusal);
  const inWords = code !== null && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const [why, cure] = (inWords ?? byStatus)(address, refusal);
  return new StorageError(
    m.kit_s3_refused({
      place: placeOf(address),
      endpoint: address.endpoint,
      request: doing,
      code: [status, code].filter(Boolean).join(' '),
      why,
    }),
    cure,
    { passing },
  );
}

const byStatus: Words = (address, refusal) => {
  if (isPassing(refusal)) return [m.kit_s3_overloaded(), m.kit_s3_overloaded_cure()];
  if (refusal.status === 301 || refusal.status === 307) return wrongRegion(address, refusal);
  if (refusal.status === 401 || refusal.status === 403) return mayNot(address, refusal);
  return [m.kit_s3_other(), m.kit_s3_other_cure()];
};

export function unreachableError(address: S3Address, doing: string, cause: unknown): StorageError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(
    m.kit_s3_unreachable({ place: placeOf(address), endpoint: address.endpoint, request: doing, why }),
    m.kit_s3_unreachable_cure(),
    { passing: true, cause },
  );
}
