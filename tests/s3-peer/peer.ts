import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bucket, createBucket, type PeerObject } from './bucket.ts';
import { judgeSignature } from './signature.ts';

/** Page size of listings, small so that tests need more than one page. */
const PAGE = 50;
const RESPONSE_HEADERS = ['content-type', 'content-disposition', 'cache-control'];

export const PEER_KEYS = { accessKeyId: 'dreamer', secretAccessKey: 'dreamer-secret-key' };
/** Valid keys without access to our bucket. */
export const STRANGER_KEYS = { accessKeyId: 'stranger', secretAccessKey: 'stranger-secret-key' };
export const PEER_BUCKET = 'dreams';

/**
 * Implements the part of S3 that we use, with path-style addresses. Checks signatures (in headers and links), bucket
 * access, body digests, preconditions and part sizes, as documented by Amazon. Has no faults of its own; put
 * `unkind-front.ts` in front of it for those.
 */
export async function startS3Peer() {
  const bucket = createBucket();
  const secrets = new Map([PEER_KEYS, STRANGER_KEYS].map((keys) => [keys.accessKeyId, keys.secretAccessKey]));
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    answer(request, Buffer.concat(pieces), response);
  });

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): ServerResponse {
    const { method = '', url: target = '', headers } = request;
    const judged = judgeSignature({ method, target, headers, body }, (key) => secrets.get(key));
    if ('code' in judged) return fail(response, 403, judged.code);
    const url = new URL(target, 'http://s3.test');
    const [, name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (name !== PEER_BUCKET) return fail(response, 404, 'NoSuchBucket');
    if (judged.accessKey !== PEER_KEYS.accessKeyId) return fail(response, 403, 'AccessDenied');
    const ask = {
      method,
      key: rest.join('/'),
      query: url.searchParams,
      headers: headers as Record<string, string>,
      body,
    };
    return ask.key === '' ? answerBucket(bucket, ask, response) : answerObject(bucket, ask, response);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Ask {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

function answerBucket(bucket: Bucket, { query }: Ask, response: ServerResponse): ServerResponse {
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const entries = [...bucket.uploads].filter(([, { key }]) => key.startsWith(prefix));
    const texts = entries.map(
      ([id, { key, startedAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    );
    return sendXml(
      response,
      `<ListMultipartUploadsResult>${texts.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
    );
  }
  const after = query.get('continuation-token') ?? '';
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)));
  const more = page.length < keys.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return sendXml(
    response,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`,
  );
}

function answerObject(bucket: Bucket, ask: Ask, response: ServerResponse): ServerResponse {
  const { method, key, query } = ask;
  const uploadId = query.get('uploadId') ?? '';
  if (method === 'POST' && query.has('uploads')) {
    return sendXml(response, `<R><UploadId>${bucket.begin(key, keptHeaders(ask))}</UploadId></R>`);
  }
  if (method === 'POST') return completeUpload(bucket, ask, response);
  if (method === 'PUT' && uploadId !== '') {
    const etag = bucket.addPart(uploadId, Number(query.get('partNumber')), ask.body);
    return etag === null ? fail(response, 404, 'NoSuchUpload') : response.writeHead(200, { etag }).end();
  }
  if (method === 'GET' && uploadId !== '') {
    const upload = bucket.uploads.get(uploadId);
    if (!upload) return fail(response, 404, 'NoSuchUpload');
    const parts = [...upload.parts].map(
      ([number, { at }]) =>
        `<Part><PartNumber>${number}</PartNumber><LastModified>${at.toISOString()}</LastModified></Part>`,
    );
    return sendXml(
      response,
      `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`,
    );
  }
  if (method === 'DELETE' && uploadId !== '') {
    return bucket.uploads.delete(uploadId)
      ? response.writeHead(204).end()
      : fail(response, 404, 'NoSuchUpload');
  }
  if (method === 'DELETE') {
    bucket.objects.delete(key);
    return response.writeHead(204).end();
  }
  const there = bucket.objects.get(key);
  if (!holds(ask, there)) return fail(response, 412, 'PreconditionFailed');
  if (method === 'PUT') {
    const { etag } = bucket.put(key, ask.body, keptHeaders(ask));
    return response.writeHead(200, { etag }).end();
  }
  return there ? sendObject(there, ask, response) : fail(response, 404, 'NoSuchKey', method === 'HEAD');
}

function completeUpload(bucket: Bucket, ask: Ask, response: ServerResponse): ServerResponse {
  if (!holds(ask, bucket.objects.get(ask.key))) return fail(response, 412, 'PreconditionFailed');
  const named = [...ask.body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
  const parts = named.map(([, number, etag = '']) => ({
    number: Number(number),
    etag: etag.replaceAll('&quot;', '"'),
  }));
  const made = bucket.complete(ask.query.get('uploadId') ?? '', parts);
  if (typeof made === 'string') return fail(response, made === 'NoSuchUpload' ? 404 : 400, made);
  return sendXml(response, `<?xml version="1.0"?><R><ETag>${made.etag.replaceAll('"', '&quot;')}</ETag></R>`);
}

function holds({ headers }: Ask, there: PeerObject | undefined): boolean {
  if (headers['if-none-match'] === '*' && there) return false;
  return headers['if-match'] === undefined || headers['if-match'] === there?.etag;
}

function keptHeaders({ headers }: Ask): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
  );
  return Object.fromEntries(kept);
}

function sendObject(
  { body, etag, modifiedAt, headers }: PeerObject,
  ask: Ask,
  response: ServerResponse,
): ServerResponse {
  const about: Record<string, string> = {
    ...headers,
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  };
  for (const name of RESPONSE_HEADERS) about[name] = ask.query.get(`response-${name}`) ?? about[name] ?? '';
  const [, from, to] = ask.headers.range?.match(/^bytes=(\d+)-(\d*)$/) ?? [];
  if (from === undefined) {
    return response
      .writeHead(200, { ...about, 'content-length': body.length })
      .end(ask.method === 'HEAD' ? undefined : body);
  }
  const [start, end] = [Number(from), Math.min(to ? Number(to) : body.length - 1, body.length - 1)];
  if (start >= body.length) return fail(response, 416, 'InvalidRange');
  const part = body.subarray(start, end + 1);
  const range = `bytes ${start}-${end}/${body.length}`;
  return response
    .writeHead(206, { ...about, 'content-range': range, 'content-length': part.length })
    .end(part);
}

function sendXml(response: ServerResponse, xml: string): ServerResponse {
  return response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

function fail(response: ServerResponse, status: number, code: string, silent = false): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(silent ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
