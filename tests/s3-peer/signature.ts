import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as an S3 server receives it, not yet verified. */
export interface Received {
  method: string;
  /** As sent, including the query. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const SKEW_MS = 15 * 60_000;
const MAX_SECONDS = 7 * 24 * 3600;

/**
 * Verifies AWS Signature Version 4, in the headers or in the query.
 * @param secretOf returns the secret for an access key, or undefined
 * @returns the access key that signed the request, or an S3 error code
 */
export function judgeSignature(
  request: Received,
  secretOf: (accessKey: string) => string | undefined,
): { accessKey: string } | { code: string } {
  const url = new URL(request.target, 'http://s3.test');
  const claim = url.searchParams.has('X-Amz-Signature') ? claimInAddress(url) : claimInHeaders(request);
  if (claim === null) return { code: 'AccessDenied' };
  const [accessKey = '', day = '', region = '', service = ''] = claim.credential.split('/');
  const secret = secretOf(accessKey);
  if (secret === undefined) return { code: 'InvalidAccessKeyId' };
  const at = Date.parse(claim.date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));
  const age = Date.now() - at;
  if (claim.seconds === null && !(Math.abs(age) < SKEW_MS)) return { code: 'RequestTimeTooSkewed' };
  if (
    claim.seconds !== null &&
    !(age > -SKEW_MS && age < claim.seconds * 1000 && claim.seconds <= MAX_SECONDS)
  ) {
    return { code: 'AccessDenied' };
  }
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((name) => encode(decodeURIComponent(name)))
      .join('/'),
    canonicalQuery(url),
    ...claim.signed.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    claim.signed.join(';'),
    claim.payload,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(Buffer.from(`AWS4${secret}`), day));
  const signature = hmac(key, text).toString('hex');
  const same =
    signature.length === claim.signature.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(claim.signature));
  if (!same || !claim.signed.includes('host')) return { code: 'SignatureDoesNotMatch' };
  if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== sha256(request.body)) {
    return { code: 'XAmzContentSHA256Mismatch' };
  }
  return { accessKey };
}

interface Claim {
  credential: string;
  date: string;
  signed: string[];
  signature: string;
  payload: string;
  /** Validity in seconds; null if signed in headers. */
  seconds: number | null;
}

function claimInHeaders({ headers }: Received): Claim | null {
  const [, credential = '', signed = '', signature = ''] =
    headers.authorization?.match(
      /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/,
    ) ?? [];
  if (signature === '') return null;
  const date = String(headers['x-amz-date'] ?? '');
  const payload = String(headers['x-amz-content-sha256'] ?? '');
  return { credential, date, signed: signed.split(';'), signature, payload, seconds: null };
}

function claimInAddress({ searchParams }: URL): Claim {
  const read = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  return {
    credential: read('Credential'),
    date: read('Date'),
    signed: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    payload: 'UNSIGNED-PAYLOAD',
    seconds: Number(read('Expires')),
  };
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
