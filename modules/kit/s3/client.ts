import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { StorageError } from '../storage/storage-error.ts';
import { objectUrl, type S3Address } from './address.ts';
import { isPassing, readRefusal, refusalError, type S3Refusal, unreachableError } from './faults.ts';

/** Timeouts per attempt, including the body; requests that send a body get longer. */
const ANSWERS_TIMEOUT_MS = 10_000;
const SENDS_TIMEOUT_MS = 60_000;
/** Writes run in the background, but callers wait for most reads. */
const RETRIES_WRITES_FOR_MS = 20_000;
const RETRIES_READS_FOR_MS = 8_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 4_000;

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object's key; without it, the request is for the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses to return rather than throw, such as 404; a missing bucket always throws. */
  accept?: readonly number[];
  signal?: AbortSignal | undefined;
}

export interface S3Answer {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

export type S3Client = ReturnType<typeof createS3Client>;

/**
 * S3 client for one bucket. Signs requests (Signature Version 4) and retries with back-off while the server is
 * unreachable, overloaded (503 SlowDown) or failing. Every request must therefore be idempotent.
 */
export function createS3Client(address: S3Address, keys: S3Keys) {
  /** Signing keys by day. */
  const cache = new Map<string, ArrayBuffer>();
  const sign = (method: string, url: URL, headers: Record<string, string>, signQuery: boolean) =>
    new AwsV4Signer({
      ...keys,
      region: address.region,
      service: 's3',
      cache,
      method,
      url: url.href,
      headers,
      signQuery,
    }).sign();

  function urlOf({ key, query = {} }: Pick<S3Request, 'key' | 'query'>): URL {
    const url = objectUrl(address, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async function tryOnce(request: S3Request): Promise<S3Answer> {
    const { method, body } = request;
    const limit = AbortSignal.timeout(body ? SENDS_TIMEOUT_MS : ANSWERS_TIMEOUT_MS);
    const signed = await sign(
      method,
      urlOf(request),
      { ...request.headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
      false,
    );
    // Unsigned, because proxies rewrite this header. Compression would change the length.
    signed.headers.set('accept-encoding', 'identity');
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([limit, request.signal]) : limit,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const read = new Uint8Array(await answer.arrayBuffer());
    const declared = answer.headers.get('content-length');
    if (method !== 'HEAD' && declared !== null && Number(declared) !== read.length) {
      throw new Error(`the answer broke off after ${read.length} of ${declared} bytes`);
    }
    return { status: answer.status, headers: answer.headers, body: read };
  }

  /** Returns the response, S3's refusal, or the network error. */
  async function judge(request: S3Request): Promise<S3Answer | S3Refusal | Error> {
    try {
      const answer = await tryOnce(request);
      const text = isXml(answer) ? new TextDecoder().decode(answer.body) : '';
      // CompleteMultipartUpload may return 200 and report its failure in the body.
      const failsInBody = answer.status === 200 && /^(<\?xml[^>]*\?>)?\s*<Error>/.test(text);
      const refusal = readRefusal(failsInBody ? 500 : answer.status, answer.headers, text);
      if (answer.status < 300 && !failsInBody) return answer;
      const isAccepted = request.accept?.includes(answer.status) && refusal.code !== 'NoSuchBucket';
      return isAccepted ? answer : refusal;
    } catch (error) {
      request.signal?.throwIfAborted();
      return error as Error;
    }
  }

  return {
    address,

    /** @throws StorageError if S3 refuses or keeps failing; the signal's reason if aborted */
    async call(request: S3Request): Promise<S3Answer> {
      const until = performance.now() + (isRead(request) ? RETRIES_READS_FOR_MS : RETRIES_WRITES_FOR_MS);
      for (let tried = 0; ; tried += 1) {
        const outcome = await judge(request);
        if ('headers' in outcome) return outcome;
        const again = outcome instanceof Error || isPassing(outcome);
        const wait = Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
        if (!again || performance.now() + wait > until) throw toError(address, request, outcome);
        await sleep(wait, undefined, request.signal ? { signal: request.signal } : {});
      }
    },

    /** A URL with which anyone can read one object for `seconds`. */
    async presign(key: string, query: Record<string, string>, seconds: number): Promise<string> {
      const url = urlOf({ key, query: { ...query, 'X-Amz-Expires': String(seconds) } });
      const signed = await sign('GET', url, {}, true);
      // Browsers encode a space as plus, but servers read a plus literally.
      return signed.url.href.replaceAll('+', '%20');
    },
  };
}

function toError(address: S3Address, { method, key }: S3Request, outcome: S3Refusal | Error): StorageError {
  const doing = key === undefined ? method : `${method} ${key}`;
  return outcome instanceof Error
    ? unreachableError(address, doing, outcome)
    : refusalError(address, outcome, doing);
}

const isRead = ({ method }: S3Request) => method === 'GET' || method === 'HEAD';

const isXml = ({ headers, status }: S3Answer) =>
  status >= 300 || /xml/.test(headers.get('content-type') ?? '');

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
